// A summary of the columns of a result: of all its rows, including those that are not shown.
import { useAnswer } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { count, withMinus } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

const BINS = 12;
const [WIDTH, HEIGHT] = [108, 30];

/** asked is the request for the rows, columns those of its answer. */
export function Summary({ asked, columns }) {
  const { answer, problem, busy } = useAnswer("sql", { ...asked, to: "summary", numbers: columns.map(({ number }) => number) });
  if (problem) return html`<${Wrong} problem=${problem} />`;
  if (!answer || busy) return html`<p class="muted" role="status">Counting …</p>`;
  const found = answer.data.columns.filter(({ place }) => place < columns.length);
  return html`<p class="muted small" role="status">Of all ${count(found[0]?.rows)} rows.${found.length < columns.length ? ` The first ${found.length} columns of ${columns.length}.` : ""}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Summary of the columns"><table class="plain summary">
      <thead><tr><th>Column</th><th class="number">Nulls</th><th class="number">Distinct</th><th>Least</th><th>Most</th><th class="number">Mean</th><th>How they lie</th></tr></thead>
      <tbody>${found.map((each) => html`<${Row} key=${each.place} of=${each} column=${columns[each.place]} />`)}</tbody>
    </table></div>`;
}

/** A number for people, with six digits; the tip has all of them. */
function rounded(text, number) {
  if (!number || text === null || !Number.isFinite(Number(text))) return text;
  if (/[.e]/i.test(text)) return withMinus(String(+Number(text).toPrecision(6)));
  return withMinus(BigInt(text).toLocaleString("en-US"));
}

function Row({ of, column: { title, type, number } }) {
  const side = number ? "number" : "wrap";
  const end = (text) => (text === null ? html`<td class="muted">none</td>` : html`<td class=${side} title=${text}>${rounded(text, number)}</td>`);
  return html`<tr>
    <th scope="row">${title}<span class="small muted"> ${type.toLowerCase()}</span></th>
    <td class="number">${count(of.nulls)}</td><td class="number">${count(of.different)}</td>
    ${end(of.least)}${end(of.most)}
    <td class="number">${of.mean === null ? "" : rounded(String(of.mean), true)}</td>
    <td>${number ? html`<${Histogram} title=${title} lies=${of.lies} least=${of.least} most=${of.most} />` : html`<${Common} lies=${of.lies} rows=${of.rows} different=${of.different} />`}</td>
  </tr>`;
}

function Histogram({ title, lies, least, most }) {
  if (!lies.length) return null;
  const counts = Array.from({ length: BINS }, (_, bin) => lies.find(({ label }) => Number(label) === bin)?.n ?? 0);
  const top = Math.max(...counts);
  const wide = WIDTH / BINS;
  return html`<svg class="bins" role="img" aria-label=${`${title} from ${least} to ${most} in ${BINS} parts: ${counts.join(", ")}`} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} width=${WIDTH} height=${HEIGHT}>
    ${counts.map((n, bin) => n > 0 && html`<rect x=${bin * wide} width=${wide - 1} y=${HEIGHT - Math.max(1.5, (HEIGHT * n) / top)} height=${Math.max(1.5, (HEIGHT * n) / top)} />`)}
  </svg>`;
}

function Common({ lies, rows, different }) {
  if (!lies.length || different === rows) return html`<span class="muted small">${lies.length ? "each once" : ""}</span>`;
  return html`<span class="small">${lies.map(({ label, n }) => `${label} ${count(n)}`).join(", ")}${different > lies.length ? ", …" : ""}</span>`;
}
