// The board: its cards in their places, a deck, random cards, and its text in every form.
import { needs } from "./styles.js";
import { Cards, cardsIn, Deck, RANKS, SUITS, SYMBOLS } from "./cards.js";
import { isPlain } from "./keys.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

needs("parts/board.css");

const PLACES = ["First card of the flop", "Second card of the flop", "Third card of the flop", "Turn", "River"];
const FLOP = 3;

/** This many of the remaining cards, drawn uniformly. */
function drawn(n, taken, ranks) {
  const left = SUITS.flatMap(([suit]) => [...ranks].map((rank) => rank + suit)).filter((card) => !taken.includes(card));
  for (let at = 0; at < n; at += 1) {
    const pick = at + Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * (left.length - at));
    [left[at], left[pick]] = [left[pick], left[at]];
  }
  return left.slice(0, n);
}

/** A text of cards in every form: JhTh2s, Jh Th 2s, J♥T♥2♠, J♥ T♥ 2♠. */
function formsOf(cards) {
  const signs = cards.map(([rank, suit]) => rank + SYMBOLS[suit]);
  return [cards.join(""), cards.join(" "), signs.join(""), signs.join(" ")];
}

/**
 * The board to pick. cards are those on it, taken those that are elsewhere, most their greatest number;
 * name is that of the deck, ranks its ranks. onChange takes the new list. A chosen place takes the
 * next card that is picked.
 */
export function BoardPicker({ cards, taken = [], most = 5, label = "Board", ranks = RANKS, name = null, onChange }) {
  const [place, setPlace] = useState(null);
  const [copied, setCopied] = useState("");
  const calls = useRef({});
  const chosen = place !== null && place < cards.length ? place : null;
  const put = (next) => {
    setPlace(null);
    onChange(next);
  };
  const pick = (next) => {
    if (chosen === null || next.length < cards.length) put(next);
    else put(cards.map((card, at) => (at === chosen ? next.at(-1) : card)));
  };
  const flop = () => put(drawn(FLOP, taken, ranks));
  const more = () => cards.length < most && put([...cards, ...drawn(cards.length < FLOP ? FLOP - cards.length : 1, [...taken, ...cards], ranks)]);
  const clear = () => put([]);
  const choose = (at) => at < cards.length && setPlace(at === chosen ? null : at);
  calls.current = { flop, more, clear, choose, taken, most, put };
  useEffect(() => {
    const press = (event) => {
      if (!isPlain(event)) return;
      const { current } = calls;
      const deck = event.target.closest(".deck");
      const done = { r: current.flop, n: current.more, x: current.clear }[event.key];
      if (done) done();
      else if (event.altKey || deck || !/^[1-5]$/.test(event.key)) return;
      else current.choose(Number(event.key) - 1);
      event.preventDefault();
    };
    const paste = (event) => {
      const found = cardsIn(event.clipboardData?.getData("text") ?? "").filter((card, at, all) => all.indexOf(card) === at && !calls.current.taken.includes(card));
      if (!isPlain(event) || !found.length) return;
      event.preventDefault();
      calls.current.put(found.slice(0, calls.current.most));
    };
    document.addEventListener("keydown", press);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("keydown", press);
      document.removeEventListener("paste", paste);
    };
  }, []);
  const copy = (text) => navigator.clipboard?.writeText(text).then(() => setCopied(text));
  return html`<div class="board">
    <div class="row places" role="group" aria-label=${`Cards of the ${label.toLowerCase()}`}>
      ${cards.map((card, at) => html`<button type="button" key=${at} class="place" data-place=${at + 1} aria-pressed=${at === chosen} title=${`${PLACES[at]}: press it, then the card in its place`} onClick=${() => choose(at)}><${Cards} of=${card} /></button>`)}
      <button type="button" onClick=${flop}>Random flop</button>
      <button type="button" disabled=${cards.length >= most} onClick=${more}>${cards.length < FLOP ? "Random rest" : cards.length === 3 ? "Random turn" : "Random river"}</button>
      <button type="button" disabled=${!cards.length} onClick=${clear}>Clear</button>
    </div>
    <p class="muted small" role="status">${chosen === null ? "" : `Pick the card in place of ${cards[chosen]}.`}</p>
    <${Deck} label=${label} name=${name} ranks=${ranks} cards=${cards} taken=${taken} most=${chosen === null ? most : most + 1} onChange=${pick} />
    ${cards.length > 0 && html`<details class="small"><summary class="muted">Copy as text</summary>
      <div class="row">${formsOf(cards).map((text, at) => html`<button type="button" class="small" key=${at} onClick=${() => copy(text)}>${copied === text ? "Copied" : "Copy"} ${text}</button>`)}</div></details>`}
  </div>`;
}
