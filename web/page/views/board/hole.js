// One hole on the board: every count, the odds for a call, and the next card.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { Cards } from "../../parts/cards.js";
import { numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { percent, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

const RELATIONS = ["ahead", "tied", "behind"];
const number = (text) => (text === null || text.trim() === "" ? null : numberIn(text));
const plain = (value) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

export function Hole({ asked, params, street, alike, onHole }) {
  const hole = params.get("h") ?? "";
  const bet = { pot: number(params.get("pot")), bet: number(params.get("bet")), later: number(params.get("later")) ?? 0 };
  const isBet = bet.pot !== null && bet.bet !== null;
  const given = hole.trim() ? { ...asked, hole, ...(isBet ? bet : {}) } : null;
  const { answer, problem, busy } = useAnswer("strength", given);
  const [values] = given && answer ? rowsOf(answer) : [];
  return html`<section class="panel" aria-label="One hole" aria-busy=${busy}>
    <h2>One hole</h2>
    <div class="filters">
      <${TextField} label="Hole" value=${hole} placeholder="AhQh" problem=${problemOf(problem, "hole")} onChange=${(h) => change({ h })} />
      <${TextField} label="Pot, with the bet" value=${params.get("pot") ?? ""} inputmode="decimal" problem=${problemOf(problem, "pot")} onChange=${(pot) => change({ pot })} />
      <${TextField} label="Bet to call" value=${params.get("bet") ?? ""} inputmode="decimal" problem=${problemOf(problem, "bet")} onChange=${(to) => change({ bet: to })} />
    </div>
    ${!given && html`<p class="muted">Pick a hole below, a hand in the grid, or type one.</p>`}
    ${problem && !["hole", "pot", "bet", "board", "villain"].includes(problem.field) && html`<${Wrong} problem=${problem} />`}
    ${alike.length > 1 && html`<p class="row small" role="group" aria-label="Holes of this hand">${alike.map(
      (row) => html`<button type="button" class="small" key=${row.hole} aria-pressed=${row.hole === hole} onClick=${() => onHole(row.hole)}>${row.hole}</button>`,
    )}</p>`}
    ${values && html`<div data-stale=${Boolean(problem)}>
      <p data-hole=${values.hole}><${Cards} of=${values.hole} /> on <${Cards} of=${values.board} />:
        ${" "}${asked.opponents > 1
          ? html`EHS about <strong class="answer">${percent(values.ehs)}</strong> against ${asked.opponents}, HS ${percent(values.hs)}; equity against one ${percent(values.equity)}`
          : html`<strong class="answer">${percent(values.equity)}</strong> equity, HS ${percent(values.hs)}, EHS ${percent(values.ehs)}`}${pots(values)}.</p>
      ${answer.data.summary && html`<p><strong>${answer.data.summary}</strong>. The largest call is ${values.largest_call === null ? "any" : plain(values.largest_call)}.</p>`}
      <${Counts} values=${values} street=${street} />
      <details>
        <summary class="muted">All counts and what they mean</summary>
        <div class="scroll" tabindex="0" role="region" aria-label="All counts"><table class="plain">
          <caption class="hidden">All counts of the hole</caption>
          <thead><tr><th scope="col">Measure</th><th scope="col" class="number">Value</th><th scope="col">Meaning</th></tr></thead>
          <tbody>${answer.data.shown.map((row) => html`<tr key=${row.measure}><th scope="row">${row.measure}</th><td class="number">${row.value}</td><td>${row.meaning}</td></tr>`)}</tbody>
        </table></div>
      </details>
      <${Same} of=${answer.same} />
      ${street < 5 && html`<${NextCards} asked=${asked} params=${params} hole=${values.hole} board=${values.board} />`}
    </div>`}
  </section>`;
}

function pots(values) {
  const steps = values.ppot2 === undefined ? 1 : 2;
  if (values[`ppot${steps}`] === undefined) return "";
  return `, PPot ${percent(values[`ppot${steps}`])}, NPot ${percent(values[`npot${steps}`])}`;
}

/** The numbers of opponents that it is ahead of, tied with and behind, now and at the river. */
function Counts({ values, street }) {
  if (street === 5) {
    return html`<p class="small">Of the opponent's holes ${plain(values.wins)} lose to it, and ${plain(values.ties)} split the pot.</p>`;
  }
  const cell = (now, then) => values[`river_${now}_${then}`];
  const whole = RELATIONS.flatMap((now) => RELATIONS.map((then) => cell(now, then))).reduce((a, b) => a + b);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Now and at the river"><table class="plain">
    <caption class="hidden">Opponents' holes by what the hole is now, and where their run-outs end</caption>
    <thead><tr><th scope="col">Now</th><th scope="col" class="number">Opponents</th>${RELATIONS.map((then) => html`<th scope="col" class="number">${then} at the river</th>`)}</tr></thead>
    <tbody>${RELATIONS.map((now) => html`<tr key=${now}><th scope="row">${now}</th><td class="number" data-count=${now}>${plain(values[now])}</td>
      ${RELATIONS.map((then) => html`<td class="number">${plain(cell(now, then))} <span class="muted small">${percent(cell(now, then) / whole, 1)}</span></td>`)}</tr>`)}</tbody>
  </table></div>`;
}

function NextCards({ asked, params, hole, board }) {
  const shown = params.get("next") === "1";
  const { answer, problem } = useAnswer("hole_next", shown ? { ...asked, hole } : null);
  const show = (event) => event.currentTarget.open !== shown && change({ next: event.currentTarget.open ? "1" : "" });
  const after = (card) => {
    const next = new URLSearchParams(params);
    next.set("b", board + card);
    return addressOf("board", next);
  };
  return html`<details open=${shown} onToggle=${show}>
    <summary class="muted">The next card</summary>
    <${Wrong} problem=${problem} />
    <ol class="next" tabindex="0" aria-label="Equity by next card">${rowsOf(answer).map(
      (row) => html`<li key=${row.card}><a href=${after(row.card)}><${Cards} of=${row.card} /></a> ${percent(row.equity, 1)}</li>`,
    )}</ol>
    <p class="muted small">The equity after each card that can come, the best first. A card leads to the board with it.</p>
    <${Same} of=${answer?.same} />
  </details>`;
}
