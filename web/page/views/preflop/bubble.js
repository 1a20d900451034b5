// What a chip lost costs for each chip won, where prizes are what counts.
import { useAnswer } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { percent, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

export function Bubble({ spot, players }) {
  const stacks = [...spot.stacks, ...spot.others];
  const { answer, problem } = useAnswer("bubble_factors", { stacks: stacks.join(","), prizes: spot.prizes.join(",") });
  const names = stacks.map((_, at) => players[at]?.position ?? `Other ${at - players.length + 1}`);
  const data = answer?.data;
  return html`<section class="panel" aria-label="Bubble factors">
    <h2>Bubble factors</h2>
    <p class="muted small">What a chip lost costs for each chip won, where the player of the row is all in with that of the column, and the equity with which he neither gains nor loses.</p>
    <${Wrong} problem=${problem} />
    ${data?.stacks.length === stacks.length && html`<div class="scroll" tabindex="0" role="region" aria-label="Bubble factors of all players"><table class="plain" data-bubble>
      <caption class="hidden">Bubble factors</caption>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Stack</th><th scope="col" class="number">Worth</th>${names.map((name) => html`<th scope="col" class="number">v ${name}</th>`)}</tr></thead>
      <tbody>${names.map((name, row) => html`<tr key=${name}>
        <th scope="row">${name}</th><td class="number">${data.stacks[row]}</td><td class="number">${data.worth[row].toFixed(4)}</td>
        ${names.map((_, column) => html`<td class="number" data-factor=${data.factors[row][column]}>${row === column ? "–" : html`${data.factors[row][column].toFixed(3)} <span class="muted small">${percent(data.needed[row][column], 1)}</span>`}</td>`)}
      </tr>`)}</tbody>
    </table></div>`}
    <${Same} of=${answer?.same} />
  </section>`;
}
