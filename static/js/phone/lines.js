// What a hand is worth by the score lines that the server makes out of its rules; nothing here knows the rules.
"use strict";

Phone.scoreLines = function ({ api, judge, arrived }) {
  const kept = Phone.store("score-lines");
  let lines = null;
  let asked = null;

  // The entry that holds for a score before the hand, out of steps like [[null, 20], [490, 0]].
  function step(steps, before) {
    return steps.filter(([from]) => from === null || from <= before).pop()[1];
  }

  // A full record may leave its result to the server.
  const isScored = (record) => record.contract === null || Boolean(record.tricks || record.points);

  async function load(table) {
    const key = table.kind + "/score-lines/?" + new URLSearchParams(table.rules);
    if (asked === key) {
      return;
    }
    asked = key;
    const before = kept.load();
    lines = before !== null && before.key === key ? before.lines : null;
    const answer = await api.lines(key);
    if (answer.status === 200) {
      kept.save({ key, lines: answer.body });
      lines = answer.body;
      arrived();
    } else if (asked === key) {
      asked = null;
    }
  }

  return {
    load,
    judge: (table, turn, record) => (lines === null || turn.scores === null || !isScored(record) ? null : judge(lines, step, table, turn, record)),
  };
};
