// The cost of a lost chip for each chip won, if prizes are what counts.
import { rowsOf, useAnswer } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { percent, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

const number = (factor) => (Number.isFinite(factor) ? factor.toFixed(3) : "–");

export function Bubble({ spot, players }) {
  const stacks = [...spot.stacks, ...spot.others];
  const { answer, problem } = useAnswer("bubble_factors", { stacks: stacks.join(","), prizes: spot.prizes.join(",") });
  const names = stacks.map((_, at) => players[at]?.position ?? `Other ${at - players.length + 1}`);
  const rows = rowsOf(answer);
  const of = (row, column) => rows.find(({ player, opponent }) => player === row + 1 && opponent === column + 1);
  return html`<section class="panel" aria-label="Bubble factors">
    <h2>Bubble factors</h2>
    <p class="muted small">What a chip lost costs for each chip won, where the player of the row is all in with that of the column, and the equity with which he neither gains nor loses.</p>
    <${Wrong} problem=${problem} />
    ${rows.length === stacks.length * (stacks.length - 1) && html`<div class="scroll" tabindex="0" role="region" aria-label="Bubble factors of all players"><table class="plain" data-bubble>
      <caption class="hidden">Bubble factors</caption>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Stack</th><th scope="col" class="number">Worth</th>${names.map((name) => html`<th scope="col" class="number">v ${name}</th>`)}</tr></thead>
      <tbody>${names.map((name, row) => html`<tr key=${name}>
        <th scope="row">${name}</th><td class="number">${stacks[row]}</td><td class="number">${of(row, row ? 0 : 1).worth.toFixed(4)}</td>
        ${names.map((_, column) => html`<td class="number" data-factor=${of(row, column)?.bubble_factor}>${row === column ? "–" : html`${number(of(row, column).bubble_factor)} <span class="muted small">${percent(of(row, column).needed_equity, 1)}</span>`}</td>`)}
      </tr>`)}</tbody>
    </table></div>`}
    <${Same} of=${answer?.same} />
  </section>`;
}
