// A decision: the strategy of the range, hand by hand and hole by hole.
import { addressOf, change } from "../../address.js";
import { rowsOf } from "../../ask.js";
import { Buttons } from "../../parts/fields.js";
import { combosOf, ValueGrid } from "../../parts/hands.js";
import { colourOf } from "../../parts/scale.js";
import { DataTable } from "../../parts/table.js";
import { Figures, fixed, percent, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";
import { COMES, FEW, Kinds, LOWEST, Players, Waiting } from "./both.js";
import { coloursOf, inOrder } from "./colours.js";
import { Lock } from "./lock.js";
import { placeAt } from "./place.js";
import { keepSort, sortOf } from "./sort.js";

const LEAST = 0.0005; // of a share that is drawn
const MET = 0.01; // of the other's combos: with fewer, a decision is hardly solved
const SHOWN = [
  ["", "Strategy"],
  ["value", "EV"],
  ["equity", "Equity"],
  ["reach", "Reach"],
];
const HELP = {
  "": "A cell is divided by how often the hand takes each action, and filled the higher the more of its combos come here; pale where hardly any do, blank where none.",
  value: "What the hand wins from here on, on average, in the unit of the pot, or of prizes.",
  equity: "The share of the pot that the hand wins if nobody bets, in percent.",
  reach: "How many combos of the hand come here.",
};

/** A decision. locks, if the spot can have them, has the locked lines, and put(line, text). */
export function Decision({ answer, params, locks = null }) {
  const { data } = answer;
  const step = data.steps.at(-1);
  const picked = params.get("hand");
  const shown = params.get("show") ?? "";
  return html`<section class="panel" aria-label="Decision">
    <h2>${step.player === "oop" ? "Out of position" : "In position"}, pot ${step.pot}${step.to_call ? `, ${step.to_call} to call` : ""}</h2>
    ${(step.line || data.cards) && html`<${Figures} of=${data.players.filter((row) => row.value !== null).map((row) => [`EV ${row.player === "oop" ? "out of position" : "in position"}`, fixed(row.value, 2), `of ${step.pot}${row.equity === null ? "" : `; equity ${percent(row.equity, 1)}`}`])} />`}
    <div class="columns">
      <${Actions} data=${data} step=${step} params=${params} />
      <${Players} players=${data.players} pot=${step.pot} />
    </div>
    <${Rare} answer=${answer} step=${step} />
  </section>
  <div class="columns">
    <section class="panel" aria-label="Hands">
      <h2>What each hand does</h2>
      <${Buttons} label="What cells show" value=${shown} options=${SHOWN} onChange=${(show) => change({ show })} />
      <p class="muted small above">${HELP[shown] ?? ""}</p>
      <${ValueGrid} label="What each hand does" cells=${cellsOf(data, step, shown)} picked=${picked}
        onPick=${(hand) => change({ hand: hand === picked ? "" : hand })} />
      <${Same} of=${answer.same} />
    </section>
    <${Waiting} data=${data} params=${params} />
  </div>
  ${locks && !data.cards && html`<${Lock} key=${`${data.board} ${step.line}`} data=${data} step=${step} locked=${locks.lines.includes(step.line)} onLock=${locks.put} />`}
  <${Kinds} data=${data} step=${step} params=${params} />
  <${Holes} answer=${answer} step=${step} picked=${picked} params=${params} />`;
}

/** A note that the other rarely gets here: then this decision is hardly solved. */
function Rare({ answer, step }) {
  // Weight is reach times the other's combos that a hole can meet.
  const met = Math.max(...rowsOf(answer).filter((row) => row.reach > 0).map((row) => row.weight / row.reach));
  const all = answer.data.combos[step.player === "oop" ? "ip" : "oop"];
  if (!(met < MET * all)) return null;
  const other = step.player === "oop" ? "In position" : "Out of position";
  return html`<p class="small" data-met=${met}>${other} comes here with ${met < 0.01 ? "less than 0.01" : met.toFixed(2)} of ${all.toFixed(1)} combos: what is done here counts for next to nothing, and a solver hardly looks at it.</p>`;
}

/** The actions that can follow: how often each is taken, and its EV; each leads on. */
function Actions({ data, step, params }) {
  const colours = coloursOf(step.actions, step);
  return html`<div><div class="scroll" tabindex="0" role="group" aria-label="Actions"><table class="plain">
      <caption class="hidden">How often each action is taken</caption>
      <thead><tr><th scope="col">Action</th><th scope="col" class="number">How often</th><th scope="col" class="number">EV</th><th scope="col" class="number">Combos</th></tr></thead>
      <tbody>${data.actions.map(
        (row, at) => html`<tr key=${row.action}>
          <th scope="row" class="kind" style=${{ "--of": colours[at] }}><a href=${placeAt(params, { line: `${step.line} ${row.action}`.trim(), cards: data.cards })}>${step.words[at]}</a></th>
          <td class="number" data-action=${row.action} data-percent=${row.percent}>${row.percent === null ? "–" : `${row.percent.toFixed(2)} %`}</td>
          <td class="number">${row.value === null ? "–" : fixed(row.value, 2)}</td>
          <td class="number">${row.combos.toFixed(1)}</td>
        </tr>`,
      )}</tbody>
    </table></div>
    <details class="small"><summary class="muted">Ranges as text</summary>
      ${data.actions.filter((row) => row.range).map((row) => {
        const at = data.actions.indexOf(row);
        return html`<p key=${row.action}><a href=${addressOf("equity", { p: [row.range, "random"], b: data.board + data.cards })}>${step.words[at]}</a>: <span class="text">${row.range}</span></p>`;
      })}
    </details></div>`;
}

function cellsOf(data, step, shown) {
  const { hands } = data;
  const colours = coloursOf(step.actions, step);
  const ends = (values) => {
    const known = values.filter((value) => value !== null);
    return [Math.min(...known), Math.max(...known)];
  };
  const come = hands.hand.map((hand, at) => hands.combos[at] / combosOf(hand));
  const here = (values) => values?.map((value, at) => (come[at] < COMES ? null : value));
  const numbers = here({ value: hands.value, equity: hands.equity, reach: hands.combos }[shown]);
  const [least, most] = numbers ? ends(numbers) : [0, 0];
  const cells = {};
  hands.hand.forEach((hand, at) => {
    if (come[at] < COMES) return;
    const pale = come[at] < FEW;
    const parts = step.actions.map((action, place) => [hands[`share ${action}`][at], colours[place], step.words[place], hands[`value ${action}`][at]]);
    const there = inOrder(step.actions).map((place) => parts[place]).filter(([share]) => share >= LEAST);
    const told = there.map(([share, , words, value]) => `${words} ${percent(share, 1)}${value === null ? "" : `, EV ${fixed(value, 2)}`}`);
    const tip = `${+hands.combos[at].toFixed(2)} combos; ${told.join("; ")}`;
    if (!numbers) {
      const height = LOWEST + (1 - LOWEST) * Math.min(1, come[at]);
      cells[hand] = { shares: there.map(([share, colour]) => [share, colour]), height, tip, pale };
    } else if (numbers[at] !== null) {
      const text = shown === "equity" ? (100 * numbers[at]).toFixed(0) : fixed(numbers[at], numbers[at] >= 100 ? 0 : 1);
      const scale = shown === "equity" ? [0, 1] : shown === "reach" ? [0, most] : [Math.min(0, least), most];
      cells[hand] = { ground: colourOf(numbers[at], ...scale), text, tip, pale };
    }
  });
  return cells;
}

/** The holes of the decision as a list: those of the picked hand, if any. */
function Holes({ answer, step, picked, params }) {
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const filter = useMemo(() => (picked ? (row) => row.hand === picked : (row) => row.reach >= COMES), [picked]);
  const columns = [
    { field: "hole", title: "Hole", kind: "cards", frozen: true },
    { field: "reach", title: "Reach %", kind: "percent", digits: 1, tip: "Its weight in the range, times how often it comes here" },
    { field: "equity", title: "Equity %", kind: "percent", digits: 1 },
    { field: "value", title: "EV", kind: "number", digits: 2, tip: "Chips from here on" },
    ...step.actions.flatMap((action, at) => [
      { field: `share ${action}`, title: `${step.words[at]} %`, kind: "percent", digits: 1 },
      { field: `value ${action}`, title: `EV ${step.words[at]}`, kind: "number", digits: 2 },
    ]),
    { field: "weight", title: "Weight", kind: "number", digits: 2, tip: "Reach, times the other's holes that it can meet" },
  ];
  const sort = sortOf(params, columns, ["value", "desc"]);
  return html`<section class="panel" aria-label="Holes">
    <h2>${picked ? `Holes of ${picked}` : "All holes"}</h2>
    ${picked ? html`<p><button type="button" onClick=${() => change({ hand: "" })}>Show all holes</button></p>` : html`<p class="muted small">A hand of the grid that is picked shows its holes alone.</p>`}
    <${DataTable} label="What each hole does" columns=${columns} rows=${rows} filter=${filter} sort=${sort}
      onSort=${keepSort} height="34rem" />
  </section>`;
}
