// A spot's tree, line by line: the way to a place, and the strategy there.
import { change } from "../../address.js";
import { useAnswer } from "../../ask.js";
import { Cards, cardsIn, Deck, toldBy } from "../../parts/cards.js";
import { Choice, Wrong } from "../../parts/fields.js";
import { count, counted, Figures, fixed, percent, Same } from "../../parts/told.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { Decision } from "./decision.js";
import { placeAt } from "./place.js";
import { Progress } from "./progress.js";

const MOMENT = 1500; // ms after which the page says what an answer waits for

/**
 * The tree of a spot. question answers for a place of it, asked is its request without the place;
 * null while there is nothing to ask. head and foot make what surrounds it from the answer's data;
 * onStop is called when solving is stopped; locks is that of Decision.
 */
export function Tree({ question, asked, params, head = () => null, foot = () => null, onStop = null, locks = null }) {
  const place = { line: params.get("line") ?? "", cards: params.get("cards") ?? "" };
  const { answer, problem, busy } = useAnswer(question, asked && { ...asked, ...place });
  if (!asked) return null;
  const stop = () => (onStop ?? stopDeal)(place);
  if (problem && !busy) {
    return html`<section class="panel" aria-label="Solution">
      <${Wrong} problem=${problem} />
      ${(place.line || place.cards) && html`<p><a href=${placeAt(params, {})}>To the first decision</a></p>`}
    </section>`;
  }
  if (!answer) return html`<${Waits} solves=${onStop !== null} onStop=${stop} />`;
  const { data, same } = answer;
  if (data.progress) return html`<${Progress} progress=${data.progress} onStop=${stop} />`;
  return html`<div aria-busy=${busy}>
    <section class="panel" aria-label="Solution">
      ${head(data)}
      <${Found} data=${data} />
      <${Way} data=${data} params=${params} />
      ${data.next === "deal" && html`<${Next} data=${data} cards=${answer.table?.columns} params=${params} />`}
      ${(data.next === "fold" || data.next === "showdown") && html`<${Over} data=${data} />`}
      ${data.next !== "decision" && html`<${Same} of=${same} />`}
    </section>
    ${data.next === "decision" && html`<${Decision} answer=${answer} params=${params} locks=${locks} />`}
    ${foot(data)}
  </div>`;
}

/** Before the first line of an answer: what it waits for, if that takes longer than a moment. */
function Waits({ solves, onStop }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MOMENT);
    return () => clearTimeout(timer);
  }, []);
  if (!late || !solves) return html`<p class="muted" aria-busy="true">Reading …</p>`;
  return html`<section class="panel" aria-label="Waiting">
    <p role="status">It waits for its turn: one spot is solved at a time, and another is being solved, maybe in another tab.</p>
    <button type="button" onClick=${onStop}>Stop</button>
  </section>`;
}

/** While a later street is being solved, another card can be chosen. */
function stopDeal({ cards }) {
  change({ cards: cards.slice(0, -2) }, { push: true });
}

/** The EV of the solution, and its exploitability. */
function Found({ data }) {
  const { about, solved } = data;
  const there = solved && html`<p class="small">The lake does not keep this street. It is solved with the ranges that come to it: <strong>exploitability ${solved.exploitability.toPrecision(3)} % of the pot there</strong>, after ${counted(solved.iterations, "iteration")}. ${missed(solved)}</p>`;
  if (about.prizes) return html`<p class="small" data-exploitability=${about.exploitability}>${about.prizes}. ${missed(about)}</p>`;
  if (data.line || data.cards) return html`<p class="muted small" data-exploitability=${about.exploitability}>At the start of the spot: EV ${fixed(about.value_oop, 2)} out of position and ${fixed(about.value_ip, 2)} in position, of ${count(about.pot)}; exploitability ${about.exploitability.toPrecision(3)} % of the pot. ${missed(about)}</p>${there}`;
  const ev = (who, title) => [title, fixed(about[`value_${who}`], 2), `of ${count(about.pot)}; equity ${percent(about[`equity_${who}`], 1)}`];
  return html`<div data-exploitability=${about.exploitability}><${Figures} of=${[
      ev("oop", "EV out of position"), ev("ip", "EV in position"),
      ["Exploitability", `${about.exploitability.toPrecision(3)} %`, `of the pot, the mean of what both gain by deviating; ${counted(about.iterations, "iteration")}`],
    ]} /></div>
    ${missed(about) && html`<p class="small">${missed(about)}</p>`}${there}`;
}

/** A note that a solution is less accurate than requested; empty for a spot of the lake. */
function missed({ reached, to, iterations }) {
  if (reached !== false) return "";
  return `The ${+to.toPrecision(3)} % asked for are not reached: the page does at most ${counted(iterations, "iteration")} of this spot; Python and the command line do more.`;
}

/** The decisions on the way with their actions, and the cards between them. */
function Way({ data, params }) {
  const board = cardsIn(data.board);
  const dealt = cardsIn(data.cards);
  const streets = ["flop", "turn", "river"];
  const first = board.length - 3;
  const parts = [];
  let seen = 0;
  const deal = (until, line) => {
    for (; seen < until; seen += 1) {
      const before = dealt.slice(0, seen).join("");
      parts.push(html`<li class="step" key=${`card ${seen}`}>
        <span class="small muted">${streets[first + seen + 1]}</span>
        <a href=${placeAt(params, { line, cards: before })} aria-label=${`${dealt[seen]}: another card`}><${Cards} of=${dealt[seen]} /></a>
      </li>`);
    }
  };
  for (const step of data.steps) {
    const cards = dealt.slice(0, streets.indexOf(step.street) - first).join("");
    deal(cards.length / 2, step.line);
    parts.push(html`<li class="step" key=${step.line} aria-current=${step.taken ? null : "step"}>
      <a class="small" href=${placeAt(params, { line: step.line, cards })}>${step.player}, pot ${count(step.pot)}</a>
      ${step.actions.map(
        (action, at) => html`<a class="action" aria-current=${action === step.taken ? "true" : null}
          href=${placeAt(params, { line: `${step.line} ${action}`.trim(), cards })}>${step.words[at]}</a>`,
      )}
    </li>`);
  }
  if (data.next === "deal") deal(dealt.length, data.line);
  // Before the first action, the decision below shows all that is possible.
  return parts.length > 1 || data.next !== "decision" ? html`<ol class="way" aria-label="The line so far">${parts}</ol>` : null;
}

/** The cards that may come, coloured by their value for the line, where it is known. */
function Next({ data, cards, params }) {
  const board = [...cardsIn(data.board), ...cardsIn(data.cards)];
  const street = board.length === 3 ? "turn" : "river";
  const pick = ([card]) => {
    location.hash = placeAt(params, { line: data.line, cards: data.cards + card });
  };
  const names = data.card_names ?? [];
  const shown = names.includes(params.get("of")) ? params.get("of") : "ev_oop";
  const values = Object.fromEntries((cards?.card ?? []).map((card, at) => [card, cards[shown][at]]));
  return html`<h3>The ${street} card, pot ${count(data.pot)}</h3>
    ${cards && html`<${Choice} label="What each card makes of the line" value=${shown} options=${names.map((name) => [name, titleOf(name)])} onChange=${(name) => change({ of: name })} />`}
    <${Deck} label=${`The ${street} card`} cards=${[]} taken=${board} most=${1} onChange=${pick} told=${cards ? toldBy(values, (value) => fixed(value, 1)) : null} />`;
}

/** A column of next cards in words: chips, or percent. */
function titleOf(name) {
  if (name === "percent") return "How often it comes, %";
  const [what, whose] = name.split("_");
  if (what === "ev") return `EV of ${whose}, chips`;
  if (what === "equity") return `Equity of ${whose}, %`;
  return `${what} takes ${whose}, %`;
}

function Over({ data }) {
  const last = data.steps.at(-1);
  const allIn = data.next === "showdown" && data.board.length + data.cards.length < 10;
  const told = data.next === "fold"
    ? `${last.player} folds, and the other wins the pot of ${count(data.pot)}.`
    : `${allIn ? "All in: the rest of the board is dealt, and the hands are shown" : "The hands are shown"} for a pot of ${count(data.pot)}.`;
  return html`<p role="status">${told}</p>`;
}
