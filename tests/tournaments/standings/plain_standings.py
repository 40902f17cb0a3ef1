"""A second, slow way to the standings of pairs, written from ``docs/standings.md`` with plain dicts and no shared code.

A result is (round, one, other, points of one, points of the other, awarded), a sit-out (round, entry). Two points for a
win, one for a draw. A sit-out is worth the own average, and a dummy stands for the opponent.
"""

from __future__ import annotations

from fractions import Fraction


class PlainStandings:
    def __init__(self, entries, results, outs, penalties, cap):
        self.entries, self.results, self.outs, self.penalties, self.cap = entries, results, outs, penalties, cap
        self.last = max([0, *(result[0] for result in results), *(number for number, _ in outs)])

    def seen(self, entry):
        """Return (round, opponent, own points, opponent's points, awarded) of each table of an entry."""
        found = []
        for number, one, other, points, against, awarded in self.results:
            if entry == one:
                found.append((number, other, points, against, awarded))
            if entry == other:
                found.append((number, one, against, points, awarded))
        return found

    def worth(self, key, points, against):
        if key == "points":
            return Fraction(points)
        if key == "net_points":
            return Fraction(max(-self.cap, min(self.cap, points - against)))
        if key == "wins":
            return Fraction(points > against)
        return Fraction(2 * (points > against) + (points == against))

    def own_average(self, entry, key):
        played = [self.worth(key, table[2], table[3]) for table in self.seen(entry) if not table[4]]
        return sum(played, Fraction(0)) / len(played) if played else Fraction(0)

    def idle(self, entry):
        return [number for number, who in self.outs if who == entry]

    def total(self, entry, key):
        tables = sum(self.worth(key, table[2], table[3]) for table in self.seen(entry))
        metric = "points" if key == "net_points" else key
        ruled = sum(amount for who, what, amount in self.penalties if (who, what) == (entry, metric))
        return Fraction(tables) + self.own_average(entry, key) * len(self.idle(entry)) + ruled

    def average(self, entry, key):
        tables = [self.worth(key, table[2], table[3]) for table in self.seen(entry)]
        metric = "points" if key == "net_points" else key
        ruled = sum(amount for who, what, amount in self.penalties if (who, what) == (entry, metric))
        return (sum(tables, Fraction(0)) + ruled) / len(tables) if tables else Fraction(0)

    def as_opponent(self, entry):
        """Return its table points; what it missed in the last rounds counts as drawn."""
        score = self.total(entry, "table_points")
        rounds = {table[0]: table for table in self.seen(entry)}
        for number in range(self.last, 0, -1):
            if number not in rounds or not rounds[number][4] or rounds[number][2] > rounds[number][3]:
                break
            score += 1 - self.worth("table_points", *rounds[number][2:4])
        return score

    def strengths(self, entry):
        """Return (own table points, opponent's, missed) of each round."""
        own = self.total(entry, "table_points")
        found = []
        for _number, other, points, against, awarded in self.seen(entry):
            worth = self.worth("table_points", points, against)
            found.append((worth, own if awarded else self.as_opponent(other), awarded and worth == 0))
        return found + [(self.own_average(entry, "table_points"), own, False)] * len(self.idle(entry))

    def buchholz(self, entry, cut):
        rounds = sorted(self.strengths(entry), key=lambda each: (not each[2], each[1]))
        return sum((strength for _worth, strength, _missed in rounds[cut:]), Fraction(0))

    def sonneborn_berger(self, entry):
        return sum((worth * strength for worth, strength, _missed in self.strengths(entry)), Fraction(0))

    def koya(self, entry):
        good = Fraction(0)
        for _number, other, points, against, _awarded in self.seen(entry):
            rounds = len(self.seen(other)) + len(self.idle(other))
            if self.total(other, "table_points") * 2 >= 2 * rounds:
                good += self.worth("table_points", points, against)
        return good

    def progressive(self, entry):
        after = {number: Fraction(0) for number in range(1, self.last + 1)}
        for number, _other, points, against, _awarded in self.seen(entry):
            after[number] += self.worth("table_points", points, against)
        for number in self.idle(entry):
            after[number] += self.own_average(entry, "table_points")
        ruled = sum(amount for who, what, amount in self.penalties if (who, what) == (entry, "table_points"))
        return sum(sum(after[one] for one in range(1, number + 1)) for number in after) + ruled

    def value(self, entry, key):
        match key:
            case "buchholz" | "buchholz_cut_1":
                return self.buchholz(entry, int(key.endswith("1")))
            case "sonneborn_berger" | "koya" | "progressive":
                return getattr(self, key)(entry)
            case "points_average":
                return self.average(entry, "points")
            case _:
                return self.total(entry, key)

    def head_to_head(self, group):
        met = [sum(table[1] == other for table in self.seen(one)) for one in group for other in group if one != other]
        if min(met) != max(met):
            return {}
        return {
            one: sum(self.worth("table_points", *table[2:4]) for table in self.seen(one) if table[1] in group)
            for one in group
        }

    def common_opponents(self, group):
        common = [
            other
            for other in self.entries
            if other not in group and all(any(table[1] == other for table in self.seen(one)) for one in group)
        ]
        scores = {}
        for one in group:
            scores[one] = Fraction(0)
            for other in common:
                had = [self.worth("table_points", *table[2:4]) for table in self.seen(one) if table[1] == other]
                scores[one] += Fraction(sum(had)) / len(had)
        return scores

    def ranked(self, group, keys):
        """Return lists of those who are level, best first."""
        if len(group) == 1 or not keys:
            return [sorted(group)]
        key = keys[0]
        in_ties = key in ("head_to_head", "common_opponents")
        scores = getattr(self, key)(group) if in_ties else {one: self.value(one, key) for one in group}
        different = sorted({scores.get(one, 0) for one in group}, reverse=True)
        groups = []
        for score in different:
            part = [one for one in group if scores.get(one, 0) == score]
            groups += self.ranked(part, keys if in_ties and len(different) > 1 else keys[1:])
        return groups
