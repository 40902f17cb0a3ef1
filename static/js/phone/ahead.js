// The table as it stands once the hands that lie on this phone are in, as far as that can be told without the server.
"use strict";

// Whose turn a hand of a leg is, by the order in which its seats start.
Phone.starterOf = (leg, number) => leg.starters[(number - 1) % leg.starters.length];

// Returns the table with `next` moved on past `waiting`, and `ahead`: each of those hands with its turn and outcome
// (null where the score lines are not here yet). `endsAhead`: one of them ends the game, so that nothing is next.
Phone.ahead = function (table, waiting, judge) {
  const ahead = [];
  let next = table.next;
  let endsAhead = false;
  const following = () => waiting.find((one) => one.table === table.id && one.leg === next.leg && one.number === next.number && !one.refusal);
  for (let hand = next && following(); hand; hand = next && following()) {
    const outcome = next.scores === null ? null : judge(table, next, hand.record);
    ahead.push({ hand, turn: next, outcome });
    endsAhead = outcome !== null && outcome.over;
    next = endsAhead ? null : turnAfter(table, next, outcome);
  }
  return { ...table, next, ahead, endsAhead };

  function turnAfter(at, turn, outcome) {
    const number = turn.number + 1;
    const seat = at.seats[Phone.starterOf(at.legs.find((leg) => leg.number === turn.leg), number)];
    return {
      leg: turn.leg,
      number,
      starter: seat.index,
      starter_label: seat.label,
      starter_name: seat.player_name,
      scores: outcome === null ? null : outcome.scores,
    };
  }
};
