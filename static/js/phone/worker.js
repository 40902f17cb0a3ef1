// Opens the page of a table without a network. It keeps the pages of tables that the server lets it keep and the files
// that they load, of one version; nothing else: no answer of the API, and no page outside its scope, which is /t/.
"use strict";

const FILES = "table-files-" + self.VERSION;
const PAGES = "table-pages-" + self.VERSION;
const MOST_PAGES = 3;
// So long a page may take before the one that was kept is shown; the scripts then fetch what is new by themselves.
const PATIENCE = 4000;

async function keepFiles() {
  const files = await caches.open(FILES);
  await files.addAll(self.FILES);
}

// The pages that are open came before this worker did.
async function keepOpenPages() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await Promise.all(open.map((client) => fetchPage(new Request(client.url, { headers: { Accept: "text/html" } }))));
}

async function dropOtherVersions() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("table-") && name !== FILES && name !== PAGES).map((name) => caches.delete(name)));
}

async function fetchPage(request) {
  const response = await fetch(request);
  const pages = await caches.open(PAGES);
  if (response.ok && response.headers.has("X-Keep-Offline")) {
    await pages.put(request.url, response.clone());
    const kept = await pages.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_PAGES)).map((page) => pages.delete(page)));
  } else if (response.status < 500) {
    // A link that is not valid any more, or a table without a round.
    await pages.delete(request.url, { ignoreVary: true });
  }
  return response;
}

async function openPage(event) {
  const pages = await caches.open(PAGES);
  // In whichever language it was kept: it was asked for from this phone.
  const kept = await pages.match(event.request.url, { ignoreVary: true });
  const fresh = fetchPage(event.request);
  if (kept === undefined) {
    return fresh;
  }
  const orKept = fresh.then((response) => (response.status >= 500 ? kept : response)).catch(() => kept);
  event.waitUntil(orKept);
  return Promise.race([orKept, new Promise((done) => self.setTimeout(() => done(kept), PATIENCE))]);
}

async function openFile(request) {
  const files = await caches.open(FILES);
  return (await files.match(request, { ignoreVary: true })) || fetch(request);
}

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all([keepFiles(), keepOpenPages()]).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOtherVersions().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(openPage(event));
  } else if (self.FILES.includes(address.pathname)) {
    event.respondWith(openFile(request));
  }
});
