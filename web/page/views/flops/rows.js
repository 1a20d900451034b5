// Rows of flops: joined, filtered, and averaged by deals.
import { cardsIn, RANKS } from "../../parts/cards.js";

/** The columns that describe a flop. */
export const TEXTURES = [
  ["suits", "Suits"], ["pairing", "Pairs"], ["high", "High card"], ["connected", "Connected"], ["straights", "Straights"],
];
/** The values of each. */
export const KINDS = {
  suits: ["rainbow", "two-tone", "monotone"],
  pairing: ["unpaired", "paired", "trips"],
  high: [...RANKS],
  connected: ["1", "2", "3"],
  straights: ["0", "1", "2", "3"],
};

/**
 * Equities by flop with the shares that are strong. weight is that of all flops; meeting is the weight
 * of the equity, held and otherHeld of the shares: deals on one raw flop times the weight.
 */
export function joined(equities, own, others) {
  const byFlop = (rows) => new Map(rows.map((row) => [row.board, row]));
  const [mine, theirs] = [byFlop(own), byFlop(others)];
  const total = equities.reduce((sum, row) => sum + row.weight, 0);
  return equities.map((row) => {
    const [one, other] = [mine.get(row.board), theirs.get(row.board)];
    return {
      ...row,
      strong: one?.strong ?? null,
      other: other?.strong ?? null,
      weight: row.weight / total,
      meeting: row.weight * row.deals,
      held: one ? (row.weight * one.deals) / one.flops : 0,
      otherHeld: other ? (row.weight * other.deals) / other.flops : 0,
    };
  });
}

function mean(rows, value, weight) {
  let [sum, total] = [0, 0];
  for (const row of rows) {
    if (row[value] === null) continue;
    sum += row[weight] * row[value];
    total += row[weight];
  }
  return total ? sum / total : null;
}

/** Means over flops, each weighted by its deals; weight is the share of all flops. */
export const meansOf = (rows) => ({
  equity: mean(rows, "equity", "meeting"),
  strong: mean(rows, "strong", "held"),
  other: mean(rows, "other", "otherHeld"),
  weight: rows.reduce((sum, row) => sum + row.weight, 0),
});

/** The means of each kind of a texture. */
export function summary(rows, texture) {
  return KINDS[texture]
    .map((kind) => {
      const those = rows.filter((row) => String(row[texture]) === kind);
      return { kind, flops: those.length, means: meansOf(those) };
    })
    .filter(({ flops }) => flops > 0);
}

const PLACES = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/** Three cards as text, equal for all flops that are equal up to suits. */
export function upToSuits(cards) {
  const written = PLACES.map((places) => {
    const seen = [];
    return places
      .map((place) => {
        const [rank, suit] = cards[place];
        if (!seen.includes(suit)) seen.push(suit);
        return rank + seen.indexOf(suit);
      })
      .join("");
  });
  return written.sort()[0];
}

const ranksOf = (cards) => cards.map(([rank]) => rank).sort();

function has(ranks, wanted) {
  const left = [...ranks];
  return [...wanted].every((rank) => {
    const place = left.indexOf(rank);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}

/**
 * Whether a flop has the wanted textures, and matches the typed text: ranks (AK, 77) or one flop in
 * any suits (AhKd7c). [function of a row, the error of the text or null].
 */
export function filterOf(wanted, text) {
  const textures = Object.entries(wanted).filter(([, kind]) => kind !== "");
  const fits = (row) => textures.every(([name, kind]) => String(row[name]) === kind);
  const typed = text.replace(/[\s,]/g, "");
  if (!typed) return [fits, null];
  const cards = cardsIn(typed);
  if (cards.length === 3 && new Set(cards).size === 3 && cards.join("").length === typed.length) {
    const flop = upToSuits(cards);
    return [(row) => fits(row) && upToSuits(cardsIn(row.board)) === flop, null];
  }
  const ranks = typed.toUpperCase().replace(/10/g, "T");
  if ([...ranks].some((rank) => !RANKS.includes(rank)) || ranks.length > 3) {
    return [fits, "give one to three ranks, such as AK, or a flop, such as AhKd7c"];
  }
  return [(row) => fits(row) && has(ranksOf(cardsIn(row.board)), ranks), null];
}
