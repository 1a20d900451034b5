// The hands of players in Omaha: known cards from a deck, or a range as text, its reading, its picture.
import { change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { cardsIn, Deck } from "../../parts/cards.js";
import { Named } from "../../parts/named.js";
import { count, percent, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";
import { PatternPicture } from "../omaha/picture.js";

const ONLY_CARDS = /^\s*((10|[2-9TJQKA])([cdhs]|[♠♥♦♣][\uFE0E\uFE0F]?)[\s,]*)*$/i;

/** The cards of a text with nothing but cards: ["As", "Ah"]; empty for a range. */
export const knownIn = (text) => (ONLY_CARDS.test(text) ? cardsIn(text) : []);

/** One player's cards or range. taken are cards that are elsewhere. */
export function OmahaEditor({ label, text, game, taken, params, onChange }) {
  const cards = knownIn(text);
  const asked = text.trim() ? { game: game.name, text } : null;
  const { answer, of, problem } = useAnswer("range", asked);
  const shown = asked && !problem && of?.text === text ? answer : null;
  return html`<div class="editor">
    <${Deck} label=${`Cards of ${label.toLowerCase()}`} cards=${cards} taken=${taken} most=${game.hole}
      onChange=${(next) => onChange(next.join(""), { push: true })} />
    <p class="muted small above">${toPick(game, cards.length)}</p>
    <div class="row">
      <button type="button" onClick=${() => onChange("random", { push: true })}>All holes</button>
      <button type="button" onClick=${() => onChange("", { push: true })}>None</button>
    </div>
    ${shown && html`<${Reading} answer=${shown} />`}
    <${Named} text=${text} onChange=${(next) => onChange(next, { push: true })} game=${game} />
    <${Notation} game=${game} />
    ${game.hole === 4 && html`<${RangePicture} game=${game} text=${shown ? text : ""} params=${params} />`}
  </div>`;
}

function toPick({ hole, board }, picked) {
  if (!board) return `Pick the cards that are known, up to ${hole}, or write a range; the others are dealt.`;
  return picked && picked < hole ? `With ${picked} of ${hole} cards a player has any hole with them.` : `Pick ${hole} cards, or write a range.`;
}

function Reading({ answer }) {
  const rows = rowsOf(answer);
  const { combos, percent: share, parts } = answer.data;
  return html`<p class="above" data-combos=${combos}>${count(+combos.toFixed(2))} ${combos === 1 ? "combo" : "combos"}, ${share < 0.01 ? share.toPrecision(2) : share.toFixed(2)} % of all</p>
    <div class="scroll" tabindex="0" role="region" aria-label="How the range was read"><table class="plain">
      <caption class="hidden">How each part of the range was read</caption>
      <thead><tr><th scope="col">Part</th><th scope="col">Read as</th><th scope="col" class="number">Combos</th></tr></thead>
      <tbody>${rows.map((row, index) => html`<tr key=${index}><th scope="row" class="text reading">${row.part}</th><td class="reading">${row.reading}</td><td class="number">${count(+row.combos.toFixed(2))}</td></tr>`)}</tbody>
    </table></div>
    ${parts > rows.length && html`<p class="muted small">And ${parts - rows.length} more parts.</p>`}
    <${Same} of=${answer.same} />`;
}

const OF_STUD = [
  ["(A2)/3", "an ace and a deuce down, and a three up"],
  ["A23", "these three, whichever is up"],
  ["xx/K", "any two down, and a king up"],
  ["AA-TT/9", "a pair of tens or better down, a nine up"],
  ["AhAd/Kc", "these cards"],
  ["(A2)/3@50", "with half of its weight"],
];

function Notation({ game }) {
  const more = "x".repeat(game.hole - 2);
  const rows = !game.board ? OF_STUD : [
    [`AA${more}`, "two aces, and any others"],
    [`AA${more}$ds`, "the same, double-suited; $ss of one suit, $0s of none"],
    ["KQJT, 87", "several parts, with a comma between them"],
    [`AA${more}!AAA`, "without three aces"],
    ["AhKh", "the ace and the king of hearts, and any others"],
    ["KQJT@50", "with half of its weight"],
    ...(!game.ranked || game.hole > 5 ? [] : [["top 15%, 15%-30%", "by the ranking of holes, out of the lake"]]),
  ];
  return html`<details><summary class="muted small">How ranges are written</summary>
    <dl class="ends small">${rows.map(([text, means]) => html`<dt class="text">${text}</dt><dd>${means}</dd>`)}</dl></details>`;
}

function RangePicture({ game, text, params }) {
  const open = params.get("picture") === "yes";
  const kept = { p: params.getAll("p") };
  return html`<div class="above"><button type="button" aria-expanded=${open} onClick=${() => change({ ...kept, picture: open ? "" : "yes" })}>Picture by ranks and suits</button>
    ${open && html`<${PatternPicture} question="omaha_range_picture" given=${{ game: game.name, text: text.slice(0, 4096) }} blank=${!text} params=${params}
      label="The range by ranks and suits" onSides=${(sides) => change({ ...kept, ...sides })} />`}</div>`;
}

/** The results of a pot that has two halves. */
export function Halves({ rows, noLow, colourOf }) {
  const columns = [
    ["win", "All of it"], ["three_quarters", "¾"], ["half", "½"], ["quarter", "¼"],
    ["high_equity", "High half"], ["low_equity", "Low half"],
  ];
  return html`<h3 class="above">What is won of the pot</h3>
    <div class="scroll" tabindex="0" role="region" aria-label="What is won of the pot"><table class="plain">
      <caption class="hidden">How often what part of the pot is won, and the shares of both halves</caption>
      <thead><tr><th scope="col">Player</th>${columns.map(([, title]) => html`<th scope="col" class="number">${title}</th>`)}</tr></thead>
      <tbody>${rows.map((row, index) => html`<tr key=${index}>
        <th scope="row"><span style=${{ borderLeft: `6px solid ${colourOf(index)}`, paddingLeft: "0.4rem" }}>${index + 1}</span></th>
        ${columns.map(([name]) => html`<td class="number" data-name=${name}>${percent(row[name])}</td>`)}
      </tr>`)}</tbody>
    </table></div>
    <p class="muted small">Nobody has a low in ${percent(noLow)} of deals; then the high hand wins all. The low half is of the others.</p>`;
}
