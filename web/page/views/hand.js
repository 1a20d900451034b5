// One hand that was played: the table at each step, and the hand to copy.
import { addressOf, change, current } from "../address.js";
import { rowsOf } from "../ask.js";
import { GAMES } from "../games.js";
import { Cards } from "../parts/cards.js";
import { problemOf, TextField, Wrong } from "../parts/fields.js";
import { fixed, Same, withMinus } from "../parts/told.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { dropped, isDropped, useHands } from "./hands/dropped.js";

const MOVES = [["First", -Infinity], ["Back", -1], ["Next", 1], ["Last", Infinity]];
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const COPIES = [["text", "text"], ["phh", "PHH"], ["ohh", "OHH"]];

export default function Hand({ params }) {
  const [id, site] = [params.get("id") ?? "", params.get("site") ?? ""];
  const { answer, problem, busy } = useHands("hand", id ? { hand_id: id, site } : null, params);
  const own = isDropped(params);
  const shown = answer && !problem;
  const named = ["hand_id", "site"].includes(problem?.field);
  return html`<h1>A hand</h1>
    <section class="panel" aria-label="Which hand">
      <div class="filters">
        <${TextField} label="hand_id, or the site's number" value=${id} problem=${problemOf(problem, "hand_id")} onChange=${(next) => change({ id: next.trim(), step: "" })} />
        <${TextField} label="Site, where several have it" value=${site} problem=${problemOf(problem, "site")} onChange=${(next) => change({ site: next.trim(), step: "" })} />
      </div>
      ${shown && [answer.data.title, ...answer.data.notes].map((line) => html`<p class="small wrap" key=${line}>${line}</p>`)}
      ${shown && html`<${Copies} data=${answer.data} own=${own} />`}
      <${Wrong} problem=${named ? null : problem} />
      ${busy && html`<p class="muted" role="status">Reading …</p>`}
      ${own && html`<p class="muted small">${dropped.value ? "Of the files that were dropped: in this tab alone." : "The hands that were dropped went with the page that had them."} <a href=${addressOf("hands", { of: "dropped" })}>All of them</a></p>`}
      ${!id && html`<p class="muted">Give a number, or open a hand out of <a href=${addressOf("hands", { show: "allins" })}>all-ins</a>.</p>`}
    </section>
    ${shown && html`<${Replay} key=${answer.data.link} answer=${answer} params=${params} />`}
    ${shown && html`<${Same} of=${answer.same} />`}`;
}

/** A dropped hand has no link: others do not have it. */
function Copies({ data, own }) {
  const [copied, setCopied] = useState("");
  const copy = (name, text) => navigator.clipboard?.writeText(text).then(() => setCopied(name));
  const link = () => new URL(data.link, location.href).href;
  const given = [...COPIES.map(([name, title]) => [title, () => data.texts[name], data.texts[name] !== null]), ...(own ? [] : [["link", link, true]])];
  return html`<div class="row" role="group" aria-label="Copy the hand">
    ${given.map(([title, text, there]) => html`<button type="button" key=${title} disabled=${!there} onClick=${() => copy(title, text())}>${copied === title ? "Copied" : "Copy"} ${title}</button>`)}
  </div>`;
}

function Replay({ answer, params }) {
  const steps = useMemo(() => rowsOf(answer), [answer]);
  const within = (step) => Math.min(Math.max(step, 1), steps.length);
  const stepIn = (given) => within(Math.trunc(Number(given.get("step"))) || 1);
  const at = stepIn(params);
  const go = (step) => change({ step: step === 1 ? "" : String(step) });
  const move = (by) => go(within(stepIn(current().params) + by)); // keys may be faster than drawing
  useEffect(() => {
    const press = (event) => {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey && !event.target.closest("input, select, textarea, details");
      if (!plain || !(event.key in KEYS)) return;
      event.preventDefault();
      move(KEYS[event.key]);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [steps]);
  return html`<div class="columns">
    <section class="panel" aria-label="The table">
      <div class="row" role="group" aria-label="Step">
        ${MOVES.map(([name, by]) => html`<button type="button" key=${name} disabled=${by < 0 ? at === 1 : at === steps.length} onClick=${() => move(by)}>${name}</button>`)}
        <span class="small muted">${at} of ${steps.length}; also by arrow keys</span>
      </div>
      <${Table} step=${steps[at - 1]} data=${answer.data} at=${at} />
    </section>
    <section class="panel" aria-label="All steps"><div class="scroll">
      <table class="plain"><thead><tr><th>Street</th><th>Player</th><th>Action</th><th class="number">Amount</th><th class="number">Pot then</th></tr></thead>
        <tbody>${steps.map(
          (step) => html`<tr key=${step.step} aria-current=${step.step === at ? "step" : null}>
            <td>${step.street}</td><td>${step.player}</td>
            <td><button type="button" class="quiet" aria-label=${`Step ${step.step}: ${told(step)}`} onClick=${() => go(step.step)}>${step.action}</button></td>
            <td class="number">${step.amount ? chips(step.amount) : ""}</td><td class="number">${chips(step.pot_after)}</td></tr>`,
        )}</tbody></table></div>
    </section>
  </div>`;
}

const chips = (value) => withMinus(value.toLocaleString("en-US", { maximumFractionDigits: 4 }));
const told = (step) => [step.player, `${step.action}${/^(fold|check|call|bet|raise|post|show)$/.test(step.action) ? "s" : ""}`, step.amount ? chips(step.amount) : ""].filter(Boolean).join(" ");

/** The same moment in other views: who is in, the board, and a spot of two to be solved. */
function Elsewhere({ step, data, table: { behind, live } }) {
  const known = data.seats.find(({ hole }) => hole)?.hole.length / 2;
  const game = GAMES.find(({ name, hole }) => hole === known && ` ${data.game}`.endsWith(` ${name}`)); // after "no limit"
  const board = step.board ?? "";
  if (!game || board.includes(",") || live.length < 2) return null; // no view takes two boards
  const holes = data.seats.filter(({ seat }) => live.includes(seat)).map(({ hole }) => hole ?? "random");
  const own = data.seats.find(({ seat }) => seat === step.seat)?.hole;
  const solved = { v: "solve", b: board, pot: step.pot_after, stack: Math.min(...live.map((seat) => behind[seat])) };
  const links = [
    ["equity", "Equity", { p: holes, b: board, game: game.slug }],
    ...(board && own && !game.slug ? [["board", "Board", { b: board, h: own }]] : []),
    ...(board && live.length === 2 && solved.stack > 0 && !game.slug ? [["solutions", "Solve", solved]] : []),
  ];
  return html`<p class="row small" role="group" aria-label="This moment elsewhere">${links.map(
    ([view, title, params]) => html`<a class="button" key=${view} href=${addressOf(view, params)}>${title}</a>`,
  )}</p>`;
}

function Table({ step, data, at }) {
  const { behind, bets, live, equities } = data.tables[at - 1];
  const even = data.seats.some((one) => one.net_by_equity !== null); // cards decided a pot
  return html`<p class="above" role="status" aria-live="polite"><strong>${step.street}</strong>: ${told(step)}</p>
    <p>Board: ${step.board ? step.board.split(", ").map((board) => html`<${Cards} key=${board} of=${board} />${" "}`) : html`<span class="muted">none yet</span>`}
      ${" "}Pot: <strong>${chips(step.pot_after)}</strong></p>
    <${Elsewhere} step=${step} data=${data} table=${data.tables[at - 1]} />
    ${step.mix && html`<p class="small wrap" data-mix>Solver: ${step.mix}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label="Players"><table class="plain" data-step=${at}>
      <thead><tr><th>Seat</th><th>Player</th><th>Cards</th><th class="number">Equity</th><th class="number">Stack</th><th class="number">Bet</th><th class="number">Net, whole hand</th>${even && html`<th class="number">By equity</th>`}</tr></thead>
      <tbody>${data.seats.map(({ seat, player, position, hole, net, net_by_equity: due }) => {
        const left = !live.includes(seat);
        return html`<tr key=${seat} aria-current=${seat === step.seat ? "true" : null} class=${left ? "muted" : null}>
          <td>${seat}${seat === data.button ? html` <abbr title="the button">D</abbr>` : ""}</td>
          <td><span class="name">${player}</span><span class="small">${[position, seat === data.hero && "hero", left && "folded"].filter(Boolean).join(", ")}</span></td>
          <td>${hole ? html`<${Cards} of=${hole} />` : html`<span class="muted">unknown</span>`}</td>
          <td class="number">${seat in equities ? `${fixed(100 * equities[seat], 1)} %` : ""}</td>
          <td class="number">${chips(behind[seat])}</td><td class="number">${bets[seat] ? chips(bets[seat]) : ""}</td>
          <td class="number">${chips(net)}</td>${even && html`<td class="number">${due === null ? "" : chips(Math.round(100 * due) / 100)}</td>`}</tr>`;
      })}</tbody></table></div>`;
}
