// Cards: as text in the colours of their suits, and picked from a deck.
import { html, useRef, useState } from "../vendor/preact.js";
import { colourOf, inkOn } from "./scale.js";

export const RANKS = "AKQJT98765432";
export const SUITS = [
  ["s", "♠", "spades"],
  ["h", "♥", "hearts"],
  ["d", "♦", "diamonds"],
  ["c", "♣", "clubs"],
];
const LETTERS = Object.fromEntries(SUITS.map(([letter, symbol]) => [symbol, letter]));
export const SYMBOLS = Object.fromEntries(SUITS.map(([letter, symbol]) => [letter, symbol]));
const NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };
const CARD = /(10|[2-9TJQKA])([cdhs]|[♠♥♦♣][\uFE0E\uFE0F]?)/gi;

/** The cards in a text: ["Jh", "2h"], also from J♥; other characters are ignored. */
export function cardsIn(text) {
  return [...(text ?? "").matchAll(CARD)].map(
    ([, rank, suit]) => (rank === "10" ? "T" : rank.toUpperCase()) + (LETTERS[suit[0]] ?? suit.toLowerCase()),
  );
}

/** Cards in the colours of their suits: <Cards of="Jh2h3d" />. */
export function Cards({ of }) {
  return html`<span class="card">
    <span class="hidden">${of}</span>
    <span aria-hidden="true">${cardsIn(of).map((card) => html`<span class=${card[1]}>${card[0]}${SYMBOLS[card[1]]}</span>`)}</span>
  </span>`;
}

function groundOf(part) {
  const background = colourOf(part, 0, 1);
  return { background, color: inkOn(background) };
}

/** The label of each card of a deck: from {card: number}, its text, and its place between the ends. */
export function toldBy(values, textOf) {
  const known = Object.values(values).filter((value) => value !== null && value !== undefined);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return (card) => {
    const value = values[card];
    if (value === null || value === undefined) return null;
    return { text: textOf(value), part: high > low ? (value - low) / (high - low) : 0.5 };
  };
}

/**
 * A deck to pick from. cards are the picked ones, in order; taken those that are elsewhere; most
 * their greatest number; ranks those of the deck. onChange takes the new list. told gives the label of
 * a card: its text, and its place from the least, 0, to the most, 1, which sets the colour.
 * Arrow keys move through it, and typing a rank and a suit picks a card.
 */
export function Deck({ cards, taken = [], most, label, onChange, ranks = RANKS, told = null, name = null }) {
  const toggle = (card) =>
    onChange(cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card]);
  const place = useRef(null);
  const typed = useRef(""); // a rank that waits for its suit
  const [at, setAt] = useState(null); // the card that Tab leads to
  const all = SUITS.flatMap(([suit]) => [...ranks].map((rank) => rank + suit));
  const isOff = (card) => !cards.includes(card) && (taken.includes(card) || cards.length >= most);
  const first = at !== null && !isOff(at) ? at : all.find((card) => !isOff(card));
  const buttonOf = (card) => place.current.querySelector(`[data-card="${card}"]`);
  const key = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = { ArrowUp: -ranks.length, ArrowDown: ranks.length, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      event.preventDefault();
      let to = all.indexOf(event.target.dataset.card) + step;
      while (all[to] && isOff(all[to])) to += step;
      if (all[to]) buttonOf(all[to]).focus();
      return;
    }
    const rank = event.key.toUpperCase();
    const card = typed.current + event.key.toLowerCase();
    typed.current = ranks.includes(rank) && rank.length === 1 ? rank : "";
    if (!all.includes(card) || isOff(card)) return;
    event.preventDefault();
    buttonOf(card).focus();
    toggle(card);
  };
  return html`<div class="deck" role="group" aria-label=${label} data-deck=${name} style=${{ "--ranks": ranks.length }} ref=${place} onKeyDown=${key}>
    ${SUITS.map(([suit, symbol, name]) =>
      [...ranks].map((rank) => {
        const card = rank + suit;
        const picked = cards.includes(card);
        const said = told?.(card);
        return html`<button
          type="button"
          class=${suit}
          key=${card}
          data-card=${card}
          aria-label=${`${NAMES[rank] ?? rank} of ${name}${said ? `: ${said.text}` : ""}`}
          style=${said ? groundOf(said.part) : null}
          aria-pressed=${picked}
          disabled=${isOff(card)}
          tabindex=${card === first ? 0 : -1}
          onFocus=${() => setAt(card)}
          onClick=${() => toggle(card)}
        >${rank}${symbol}${said && html`<span class="small told">${said.text}</span>`}</button>`;
      }),
    )}
  </div>`;
}
