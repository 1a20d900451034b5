// Both players at a decision: their EV, the hands of the one who waits, and kinds of hands.
import { change } from "../../address.js";
import { Buttons } from "../../parts/fields.js";
import { combosOf, ValueGrid } from "../../parts/hands.js";
import { colourOf } from "../../parts/scale.js";
import { fixed, percent } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";
import { coloursOf, inOrder } from "./colours.js";

/** Of a hand's combos that reach a decision: fewer count as none, and the solver's strategy for them is noise. */
export const COMES = 0.001;
export const FEW = 0.05; // hands with fewer are pale
export const LOWEST = 0.25; // of a cell, so that rare hands are visible
const WHO = { oop: "Out of position", ip: "In position" };
const OTHERS = [["", "Combos"], ["equity", "Equity"]];
const KINDS = [["", "Made hands"], ["draw", "Draws"], ["category", "Categories"]];

const orNone = (value, told) => (value === null ? "–" : told(value));

/** What both have of the pot here, the player to act first. */
export function Players({ players, pot }) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label="What both win"><table class="plain">
    <caption class="hidden">What both win from here on</caption>
    <thead><tr><th scope="col">Player</th><th scope="col" class="number">Combos</th><th scope="col" class="number">Equity</th><th scope="col" class="number">EV</th><th scope="col" class="number wide-only">EV of the pot</th></tr></thead>
    <tbody>${players.map((row) => html`<tr key=${row.player}><th scope="row">${WHO[row.player]}</th>
      <td class="number">${row.combos.toFixed(1)}</td>
      <td class="number">${orNone(row.equity, (share) => percent(share, 1))}</td>
      <td class="number" data-ev=${row.player}>${orNone(row.value, (chips) => fixed(chips, 2))}</td>
      <td class="number wide-only">${orNone(row.value, (chips) => percent(chips / pot, 1))}</td></tr>`)}</tbody>
  </table></div>`;
}

/** The hands of the player who waits, as a grid: how many combos of each are here, or their equity. */
export function Waiting({ data, params }) {
  const { hand, combos, equity } = data.waiting;
  const other = data.players[1];
  const shown = params.get("other") ?? "";
  const cells = {};
  hand.forEach((name, at) => {
    const comes = combos[at] / combosOf(name);
    if (comes < COMES) return;
    const tip = `${+combos[at].toFixed(2)} combos; equity ${orNone(equity[at], (share) => percent(share, 1))}`;
    if (!shown) cells[name] = { shares: [[1, "var(--fill)"]], height: LOWEST + (1 - LOWEST) * Math.min(1, comes), tip, pale: comes < FEW };
    else if (equity[at] !== null) cells[name] = { ground: colourOf(equity[at], 0, 1), text: (100 * equity[at]).toFixed(0), tip, pale: comes < FEW };
  });
  return html`<section class="panel" aria-label="The other player">
    <h2>${WHO[other.player]}: ${other.combos.toFixed(1)} combos</h2>
    <${Buttons} label="What cells of the other show" value=${shown} options=${OTHERS} onChange=${(next) => change({ other: next })} />
    <p class="muted small above">${shown ? "The share of the pot that the hand wins if nobody bets, in percent." : "A cell is filled the higher the more of its combos are still here; pale where hardly any are, blank where none."}</p>
    <${ValueGrid} label="Hands of the other player" cells=${cells} />
  </section>`;
}

/** The strategy of each kind of hand, the best first: its part of the range, its actions, equity and EV. */
export function Kinds({ data, step, params }) {
  const by = params.get("kinds") ?? "";
  const rows = rowsOf(data.kinds[by || "made"], step.actions.length);
  const colours = coloursOf(step.actions, step);
  const order = inOrder(step.actions);
  const name = KINDS.find(([key]) => key === by)[1];
  return html`<section class="panel" aria-label="Kinds of hands">
    <h2>By kind of hand</h2>
    <${Buttons} label="Which kinds" value=${by} options=${KINDS} onChange=${(next) => change({ kinds: next })} />
    <div class="scroll above" tabindex="0" role="group" aria-label=${name}><table class="plain kinds">
      <caption class="hidden">What each kind of hand does</caption>
      <thead><tr><th scope="col">Kind</th><th scope="col" class="number">Of the range</th><th scope="col" class="number">EV</th><th scope="col" class="number">Equity</th><th scope="col">Strategy</th></tr></thead>
      <tbody>${rows.map((row) => {
        const told = order.map((at) => [row.percent[at], colours[at], `${step.words[at]} ${row.percent[at].toFixed(1)} %`]);
        return html`<tr key=${row.kind}><th scope="row" class="reading">${row.kind}</th>
          <td class="number">${row.deals.toFixed(1)} %</td>
          <td class="number">${orNone(row.value, (chips) => fixed(chips, 2))}</td>
          <td class="number">${orNone(row.equity, (share) => `${share.toFixed(1)} %`)}</td>
          <td data-kind=${row.kind}><span class="parts-of" role="img" aria-label=${told.map(([, , words]) => words).join(", ")} title=${told.map(([, , words]) => words).join(", ")}>${told.map(([share, colour], place) => html`<span key=${place} style=${{ width: `${share}%`, background: colour }}></span>`)}</span></td></tr>`;
      })}</tbody>
    </table></div>
    ${by === "draw" && html`<p class="muted small">A hand with several draws counts for each.</p>`}
  </section>`;
}

/** A row for each kind, from one for each kind and action. */
function rowsOf(columns, actions) {
  const mean = (values, often, first) => {
    let [sum, of] = [0, 0];
    for (let at = first; at < first + actions; at += 1) {
      if (values[at] === null) continue;
      sum += often[at] * values[at];
      of += often[at];
    }
    return of ? sum / of : null;
  };
  return columns.kind.flatMap((kind, at) =>
    at % actions
      ? []
      : [{
          kind,
          deals: columns.deals[at],
          percent: columns.percent.slice(at, at + actions),
          value: mean(columns.value, columns.percent, at),
          equity: mean(columns.equity_percent, columns.percent, at),
        }],
  );
}
