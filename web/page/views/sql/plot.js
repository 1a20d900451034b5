// Bars and points of the rows of a result, drawn here; lines and 13 x 13 are drawn by the server.
import { withMinus } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

export const MOST_BARS = 100;
const [WIDE, HIGH, LEFT, BELOW, ABOVE] = [760, 420, 70, 44, 10];
const BAR = 20;

/** About n round numbers between two ends. */
function ticks(low, high, n = 6) {
  const rough = (high - low) / n || 1;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * [1, 2, 5, 10].find((each) => each * unit >= rough);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => +((first + at) * step).toPrecision(12));
}

const short = (value) => withMinus(Math.abs(value) >= 1e6 || (value && Math.abs(value) < 1e-4) ? value.toExponential(1) : value.toLocaleString("en-US", { maximumFractionDigits: 4 }));
const numberOf = (text) => (text === null || text === "" ? NaN : Number(text));

/** labels are texts, values the texts of numbers; name is that of the values. */
export function Bars({ labels, values, name }) {
  const shown = values.slice(0, MOST_BARS).map(numberOf);
  const known = shown.filter(Number.isFinite);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const texts = labels.slice(0, MOST_BARS).map((label) => label ?? "null");
  const left = Math.min(260, 16 + 7.2 * Math.max(4, ...texts.map((text) => text.length)));
  const height = shown.length * BAR + 30;
  const at = (value) => left + ((value - low) / (high - low || 1)) * (WIDE - left - 70);
  return html`<svg class="plot" viewBox=${`0 0 ${WIDE} ${height}`} role="img" aria-label=${`${name} as bars: ${texts.slice(0, 20).map((text, row) => `${text} ${short(shown[row])}`).join(", ")}`}>
    ${ticks(low, high, 5).map((value) => html`<g key=${value}><line class="rule" x1=${at(value)} x2=${at(value)} y1="0" y2=${height - 22} /><text x=${at(value)} y=${height - 6} text-anchor="middle">${short(value)}</text></g>`)}
    ${shown.map((value, row) => html`<g key=${row}><title>${`${texts[row]}: ${values[row] ?? "null"}`}</title>
      <text x=${left - 6} y=${row * BAR + 14} text-anchor="end">${texts[row].length > 34 ? `${texts[row].slice(0, 33)}…` : texts[row]}</text>
      ${Number.isFinite(value) && html`<rect class="mark" x=${Math.min(at(0), at(value))} width=${Math.max(1, Math.abs(at(value) - at(0)))} y=${row * BAR + 3} height=${BAR - 6} />
      <text x=${Math.max(at(0), at(value)) + 5} y=${row * BAR + 14}>${short(value)}</text>`}</g>`)}
  </svg>`;
}

/** x and y are texts of numbers; names are theirs; labels those of the points, or null. */
export function Points({ x, y, names: [across, up], labels }) {
  const points = x.map((text, row) => [numberOf(text), numberOf(y[row]), row]).filter(([a, b]) => Number.isFinite(a) && Number.isFinite(b));
  if (!points.length) return html`<p class="muted">No row has both numbers.</p>`;
  const ends = (place) => {
    const values = points.map((point) => point[place]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const more = (high - low) * 0.04 || 0.5;
    return [low - more, high + more];
  };
  const [[left, right], [low, high]] = [ends(0), ends(1)];
  const atX = (value) => LEFT + ((value - left) / (right - left)) * (WIDE - LEFT - 12);
  const atY = (value) => HIGH - BELOW - ((value - low) / (high - low)) * (HIGH - BELOW - ABOVE);
  return html`<svg class="plot" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${`${points.length} points: ${up} over ${across}`}>
    ${ticks(left, right).map((value) => html`<g key=${`x${value}`}><line class="rule" x1=${atX(value)} x2=${atX(value)} y1=${ABOVE} y2=${HIGH - BELOW} /><text x=${atX(value)} y=${HIGH - BELOW + 16} text-anchor="middle">${short(value)}</text></g>`)}
    ${ticks(low, high).map((value) => html`<g key=${`y${value}`}><line class="rule" x1=${LEFT} x2=${WIDE - 12} y1=${atY(value)} y2=${atY(value)} /><text x=${LEFT - 6} y=${atY(value) + 4} text-anchor="end">${short(value)}</text></g>`)}
    <text x=${(LEFT + WIDE) / 2} y=${HIGH - 6} text-anchor="middle">${across}</text>
    <text x=${0} y=${0} text-anchor="middle" transform=${`translate(14 ${(HIGH - BELOW) / 2}) rotate(-90)`}>${up}</text>
    ${points.map(([a, b, row]) => html`<circle class="mark" key=${row} cx=${atX(a)} cy=${atY(b)} r="3.5"><title>${`${labels ? `${labels[row] ?? "null"}: ` : ""}${x[row]}, ${y[row]}`}</title></circle>`)}
  </svg>`;
}
