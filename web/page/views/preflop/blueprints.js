// Blueprints: the strategy of each hand before the flop, line by line, from the lake.
import { addressOf, change } from "../../address.js";
import { useAnswer } from "../../ask.js";
import { Choice, numberIn, Wrong } from "../../parts/fields.js";
import { combosOf, ValueGrid } from "../../parts/hands.js";
import { percent, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";
import { coloursOf, inOrder } from "../solutions/colours.js";

const WHO = { oop: "Big blind", ip: "Dealer" };
const LEAST = 0.0005; // of a share that is drawn
const LOWEST = 0.25; // of a cell, so that rare hands are visible
const COMES = 0.001; // of a hand's combos: fewer count as none
const FEW = 0.05; // hands with fewer are pale

const placeAt = (run, line) => addressOf("preflop", { show: "blueprints", run, line });

const titleOf = ({ run, game, stack, buckets }) =>
  `${run}: ${game === "limit" ? "limit" : `${stack} big blinds`}, buckets ${buckets}`;

export function Blueprints({ params }) {
  const asked = { run: numberIn(params.get("run") || "0"), line: params.get("line") ?? "" };
  const { answer, problem } = useAnswer("blueprint_line", asked);
  if (!answer) return html`<${Wrong} problem=${problem} />`;
  const { data } = answer;
  const step = data.steps.at(-1);
  const runs = data.runs.map((run) => [String(run.run), titleOf(run)]);
  return html`<section class="panel" aria-label="Blueprint">
      <div class="fields"><${Choice} label="Blueprint" value=${String(data.run)} options=${runs} onChange=${(run) => change({ run, line: "" }, { push: true })} /></div>
      <p class="above">${data.steps.map((at, place) => html`<span key=${at.line}>
        <a href=${placeAt(data.run, at.line)} aria-current=${place === data.steps.length - 1 ? "step" : null}>${WHO[at.player]}</a>${at.taken && ` ${at.words[at.actions.indexOf(at.taken)]}, `}</span>`)}</p>
      <${Wrong} problem=${problem} />
    </section>
    <section class="panel above" aria-label="Decision">
      <h2>${WHO[step.player]}, pot ${step.pot}${step.to_call ? `, ${step.to_call} to call` : ""}</h2>
      <${Actions} data=${data} step=${step} />
      <p class="muted small">Amounts are big blinds. A cell is divided by how often the hand takes each action, and filled the higher the more of its combos come here; blank where none do.</p>
      <${ValueGrid} label="What each hand does" cells=${cellsOf(data, step)} />
      <${Same} of=${answer.same} />
    </section>`;
}

/** The actions that can follow; those before another action before the flop lead on. */
function Actions({ data, step }) {
  const colours = coloursOf(step.actions, step);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Actions"><table class="plain">
    <caption class="hidden">How often each action is taken</caption>
    <thead><tr><th scope="col">Action</th><th scope="col" class="number">How often</th><th scope="col" class="number">Combos</th></tr></thead>
    <tbody>${data.actions.map((row, at) => html`<tr key=${row.action}>
      <th scope="row" class="kind" style=${{ "--of": colours[at] }}>${row.goes_on ? html`<a href=${placeAt(data.run, `${step.line} ${row.action}`.trim())}>${step.words[at]}</a>` : step.words[at]}</th>
      <td class="number" data-action=${row.action} data-percent=${row.percent}>${row.percent === null ? "–" : `${row.percent.toFixed(2)} %`}</td>
      <td class="number">${row.combos.toFixed(1)}</td>
    </tr>`)}</tbody>
  </table></div>`;
}

function cellsOf({ hands }, step) {
  const colours = coloursOf(step.actions, step);
  const cells = {};
  hands.hand.forEach((hand, at) => {
    const comes = hands.combos[at] / combosOf(hand);
    if (comes < COMES) return;
    const there = inOrder(step.actions)
      .map((place) => [hands[`share ${step.actions[place]}`][at], colours[place], step.words[place]])
      .filter(([share]) => share >= LEAST);
    cells[hand] = {
      shares: there.map(([share, colour]) => [share, colour]),
      height: LOWEST + (1 - LOWEST) * Math.min(1, comes),
      pale: comes < FEW,
      tip: `${+hands.combos[at].toFixed(2)} combos; ${there.map(([share, , words]) => `${words} ${percent(share, 1)}`).join("; ")}`,
    };
  });
  return cells;
}
