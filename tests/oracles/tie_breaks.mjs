// Random events with every kind of round that was not played, and what npm's `tiebreak` 0.4.0 (MIT) makes of them.
//
// To make the file again, in an empty folder with this script in it (what npm has as built lacks Sonneborn-Berger, its
// sources have it):
//   npm install tiebreak@0.4.0 esbuild
//   npx esbuild node_modules/tiebreak/src/index.ts --bundle --format=esm --outfile=tiebreak.mjs
//   node tie_breaks.mjs 200 1 > tie_breaks.json
// The arguments are the number of events and the seed; the same seed gives the same bytes.

import { Results, Tiebreak, Tiebreaker, TournamentType, UnplayedRoundsAdjustment } from "./tiebreak.mjs"

const [count, seed] = process.argv.slice(2).map(Number)
const MODES = { dummy: UnplayedRoundsAdjustment.FIDE_2023, ignore: UnplayedRoundsAdjustment.NONE }
const KEYS = {
  table_points: Tiebreak.SCORE,
  buchholz: Tiebreak.BUCHHOLZ,
  buchholz_cut_1: Tiebreak.BUCHHOLZ_CUT1,
  buchholz_median: Tiebreak.BUCHHOLZ_MEDIAN1,
  sonneborn_berger: Tiebreak.SONNEBORN_BERGER,
}

let state = seed
function chance() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
const pick = (list) => list[Math.floor(chance() * list.length)]

function shuffled(list) {
  const left = [...list]
  return list.map(() => left.splice(Math.floor(chance() * left.length), 1)[0])
}

// A round as this file keeps it: tables [one, other, score of one, score of the other, forfeited], the others by kind.
function makeRound(players, gone) {
  const round = { tables: [], allocated: [], requested: [], absent: [...gone] }
  const here = []
  for (const player of players.filter((one) => !gone.has(one))) {
    const at = chance()
    if (at < 0.06) round.absent.push(player)
    else if (at < 0.11) round.requested.push(player)
    else here.push(player)
  }
  const order = shuffled(here)
  if (order.length % 2) round.allocated.push(order.pop())
  while (order.length) {
    const [one, other] = [order.pop(), order.pop()]
    const forfeited = chance() < 0.08
    const [score, against] = pick(forfeited ? [[1, 0], [0, 1], [0, 0]] : [[1, 0], [0, 1], [0.5, 0.5]])
    round.tables.push([one, other, score, against, forfeited])
  }
  return round
}

function makeEvent() {
  const players = Array.from({ length: 5 + Math.floor(chance() * 8) }, (_, at) => at + 1)
  const gone = new Set()
  const rounds = []
  for (let number = 0; number < 4 + Math.floor(chance() * 4); number += 1) {
    if (number > 1 && chance() < 0.25) gone.add(pick(players))
    rounds.push(makeRound(players, gone))
  }
  return { players, rounds }
}

function valuesOf({ players, rounds }) {
  const results = new Results(
    TournamentType.SWISS,
    rounds.map((round) => ({
      pairings: round.tables.map(([white, black, scoreWhite, scoreBlack, forfeited]) => ({
        white, black, scoreWhite, scoreBlack, forfeited,
      })),
      pairingAllocatedByes: round.allocated,
      halfPointByes: round.requested,
    })),
  )
  const found = {}
  for (const [mode, adjustment] of Object.entries(MODES)) {
    const tiebreaker = new Tiebreaker(results, adjustment)
    found[mode] = {}
    for (const [key, tiebreak] of Object.entries(KEYS)) {
      found[mode][key] = players.map((player) => tiebreaker.tiebreak(tiebreak, player, rounds.length))
    }
  }
  return found
}

const events = Array.from({ length: count }, makeEvent)
console.log("[")
console.log(events.map((event) => JSON.stringify({ ...event, values: valuesOf(event) })).join(",\n"))
console.log("]")
