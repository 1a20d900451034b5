// The 169 hands on a board: a measure averaged over the live holes of each.
import { change } from "../../address.js";
import { Choice } from "../../parts/fields.js";
import { ValueGrid } from "../../parts/hands.js";
import { colourOf } from "../../parts/scale.js";
import { html, useMemo } from "../../vendor/preact.js";

/** The measures of a hand; pots are for streets with this many cards to come. */
export const MEASURES = {
  equity: { title: "Equity", tip: "Win and half of tie at the river" },
  hs: { title: "HS", tip: "Hand strength: how often it is ahead now" },
  ehs: { title: "EHS", tip: "Effective hand strength: strength with both potentials" },
  ppot2: { title: "PPot", tip: "Positive potential: from behind to ahead at the river", toCome: 2 },
  npot2: { title: "NPot", tip: "Negative potential: from ahead to behind at the river", toCome: 2 },
  ppot1: { title: "PPot, a card", tip: "Positive potential over the next card", toCome: 1 },
  npot1: { title: "NPot, a card", tip: "Negative potential over the next card", toCome: 1 },
  hole_percentile: { title: "Top %", tip: "The share of live holes that have at least this equity" },
  category: { title: "What it makes", tip: "The category that most of its holes make" },
};
const SHORT = {
  "straight flush": "SF", "four of a kind": "quads", "full house": "full", flush: "flush", straight: "str.",
  "three of a kind": "three", "two pair": "2 pair", "one pair": "pair", "high card": "high",
};
const ORDER = Object.keys(SHORT);

/** The measures that a street has. */
export const measuresOf = (cards) =>
  Object.keys(MEASURES).filter((name) => (MEASURES[name].toCome ?? 0) <= 5 - cards);

function byHand(rows) {
  const hands = {};
  for (const row of rows) (hands[row.hand] ??= []).push(row);
  return hands;
}

/** The mean over holes, each by its weight in the range; null where none has the measure. */
export function meanOf(rows, measure) {
  let [sum, weight] = [0, 0];
  for (const row of rows) {
    if (row[measure] === null) continue;
    sum += row.range_weight * row[measure];
    weight += row.range_weight;
  }
  return weight ? sum / weight : null;
}

function cellsOf(rows, measure) {
  const hands = byHand(rows);
  if (measure === "category") {
    return Object.fromEntries(Object.entries(hands).map(([hand, holes]) => [hand, madeBy(holes)]));
  }
  const means = Object.entries(hands)
    .map(([hand, holes]) => [hand, meanOf(holes, measure), holes.length])
    .filter(([, value]) => value !== null);
  const values = means.map(([, value]) => value);
  const isPot = measure.includes("pot");
  const [least, most] = isPot ? [Math.min(...values), Math.max(...values)] : [0, 1];
  const isTop = measure === "hole_percentile";
  return Object.fromEntries(
    means.map(([hand, value, holes]) => {
      const shown = isTop ? value : 100 * value;
      const ground = isTop ? colourOf(100 - value, 0, 100) : colourOf(value, least, most);
      const tip = `${MEASURES[measure].title} ${shown.toFixed(2)}${isTop ? "" : " %"}, ${holes} ${holes === 1 ? "hole" : "holes"}`;
      return [hand, { ground, text: shown.toFixed(shown >= 99.95 ? 0 : 1), tip }];
    }),
  );
}

function madeBy(holes) {
  const counts = {};
  for (const { category, range_weight } of holes) counts[category] = (counts[category] ?? 0) + range_weight;
  const total = Object.values(counts).reduce((a, b) => a + b);
  const best = ORDER.filter((name) => counts[name]).sort((a, b) => counts[b] - counts[a]);
  const tip = best.map((name) => `${((100 * counts[name]) / total).toFixed(0)} % ${name}`).join(", ");
  return { ground: colourOf(ORDER.length - 1 - ORDER.indexOf(best[0]), 0, ORDER.length - 1), text: SHORT[best[0]], tip };
}

export function Grid({ rows, street, measure, picked, onPick }) {
  const shown = measuresOf(street).includes(measure) ? measure : "equity";
  const cells = useMemo(() => cellsOf(rows, shown), [rows, shown]);
  const options = measuresOf(street).map((name) => [name, MEASURES[name].title]);
  return html`<${Choice} label="Measure" value=${shown} options=${options} onChange=${(m) => change({ m: m === "equity" ? "" : m }, { push: true })} />
    <p class="muted small above">${MEASURES[shown].tip}; ${shown === "category" ? "" : "in %, "}the mean of the hand's live holes. A hand that is picked shows its holes alone; picked again, all.</p>
    <${ValueGrid} label=${`${MEASURES[shown].title} of each hand`} cells=${cells} picked=${picked} onPick=${onPick} />`;
}
