// Income rates of a few hands by number of players, as lines and as a table.
import { change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { TextField, Wrong } from "../../parts/fields.js";
import { RangeGrid } from "../../parts/hands.js";
import { fixed, Picture, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

const MOST = 6;
const PLAYERS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const FIRST = "AA,AKs,JTs,22,72o";

export function Rates({ params }) {
  const text = params.get("hands") ?? FIRST;
  const hands = text.split(/[\s,]+/).filter(Boolean);
  const asked = hands.length && hands.length <= MOST ? { hands } : null;
  const { answer, problem, busy } = useAnswer("income_lines", asked);
  const many = hands.length > MOST ? `There are ${hands.length} hands; give ${MOST} at most.` : null;
  const wrong = many ?? (problem?.field?.startsWith("hands") ? problem : null);
  const known = answer?.data.hands ?? [];
  const paint = (changes) => {
    const next = hands.filter((hand) => changes[hand] !== 0);
    for (const [hand, weight] of Object.entries(changes)) if (weight && !next.includes(hand)) next.push(hand);
    change({ hands: next.join(",") }, { push: true });
  };
  return html`<div class="columns">
    <section class="panel" aria-label="Hands">
      <${TextField} label=${`Hands, ${MOST} at most`} value=${text} problem=${wrong} onChange=${(now) => change({ hands: now }, { push: true })} />
      <p class="muted small above">Or pick them here.</p>
      <${RangeGrid} label="Hands with a line" weights=${Object.fromEntries(hands.map((hand) => [hand, 1]))} onPaint=${paint} />
    </section>
    <section class="panel" aria-label="Income rates" aria-busy=${busy}>
      <h2>Income rates</h2>
      <p class="muted small">What a hand gains for each unit of stake if all players stay: players × equity − 1. Rates of two and three players are exact, others are sampled; the bars are two standard errors to either side.</p>
      <${Wrong} problem=${wrong ? null : problem} />
      ${!hands.length && html`<p class="muted">There is no hand yet.</p>`}
      ${answer && asked && html`<div data-stale=${Boolean(wrong)}>
        <${Picture} svg=${answer.data.svg} label=${`Income rate of ${known.join(", ")} by number of players`} />
        <${Table} rows=${rowsOf(answer)} hands=${known} />
        <${Same} of=${answer.same} />
      </div>`}
    </section>
  </div>`;
}

function Table({ rows, hands }) {
  const at = Object.fromEntries(rows.map((row) => [`${row.hand} ${row.players}`, row]));
  const cell = (hand, players) => {
    const row = at[`${hand} ${players}`];
    return html`<td class="number" data-rate=${row?.income_rate}>${row ? fixed(row.income_rate, 4) : "–"}${row?.standard_error ? html` <span class="muted small">± ${row.standard_error.toFixed(4)}</span>` : null}</td>`;
  };
  return html`<div class="scroll above" tabindex="0" role="region" aria-label="Income rates as numbers"><table class="plain">
    <caption class="hidden">Income rates and their standard errors</caption>
    <thead><tr><th scope="col">Players</th>${hands.map((hand) => html`<th scope="col" class="number" key=${hand}>${hand}</th>`)}</tr></thead>
    <tbody>${PLAYERS.map((players) => html`<tr key=${players}><th scope="row">${players}</th>${hands.map((hand) => cell(hand, players))}</tr>`)}</tbody>
  </table></div>`;
}
