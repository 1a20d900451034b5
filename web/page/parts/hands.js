// The hands of two cards as a grid, 13 x 13 with a whole deck: painted as a range, or shown with values.
import { html, useRef, useState } from "../vendor/preact.js";
import { RANKS } from "./cards.js";
import { inkOn } from "./scale.js";

/** The hands of a deck with these ranks along the grid, row by row. */
export const handsOf = (ranks) =>
  [...ranks].flatMap((high, row) =>
    [...ranks].map((low, col) => (row === col ? high + low : row < col ? `${high}${low}s` : `${low}${high}o`)),
  );

/** The 169 hands along the grid, row by row. */
export const HANDS = handsOf(RANKS);

/** How many combos a hand has. */
export const combosOf = (hand) => (hand.length === 2 ? 6 : hand.endsWith("s") ? 4 : 12);

/** The focus in a grid, and the keys that move it: the rest of the page is one Tab away. */
function useFocus(place, hands) {
  const [at, setAt] = useState(0);
  const across = Math.sqrt(hands.length);
  const move = (event) => {
    const step = { ArrowUp: -across, ArrowDown: across, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return null;
    const next = at + step;
    const sameRow = Math.floor(next / across) === Math.floor(at / across);
    event.preventDefault();
    if (next < 0 || next >= hands.length || (Math.abs(step) === 1 && !sameRow)) return null;
    setAt(next);
    place.current.querySelectorAll(".hand")[next].focus();
    return hands[next];
  };
  return { at, setAt, move };
}

function Frame({ label, children, place, ...rest }) {
  const across = Math.sqrt(children.length);
  return html`<div class="grid-frame"><div class="grid" role="grid" aria-label=${label} ref=${place} style=${{ "--ranks": across }} ...${rest}>
    ${Array.from({ length: across }, (_, row) => html`<div role="row" key=${row}>${children.slice(across * row, across * (row + 1))}</div>`)}
  </div></div>`;
}

/**
 * A range to paint. weights is {hand: weight}; brush the weight that is painted. A click or space
 * toggles; dragging paints, and so do arrow keys with shift. onPaint takes {hand: weight} of the
 * changes, and onDone is called when the pointer is released. hands are those of the grid. cells,
 * {hand: {shares, tip}}, divides painted cells as ValueGrid does, with lines that explain the parts. mixed, {hand:
 * holes}, are hands whose holes differ: a click does not level them. there has what can be painted, all if null;
 * the rest is faint. onAt takes the hand with the focus.
 */
export function RangeGrid({ label, weights, brush = 1, onPaint, onDone = () => {}, hands = HANDS, cells = null, mixed = {}, there = null, onAt = () => {} }) {
  const place = useRef(null);
  const painting = useRef(null); // the weight that the pointer paints
  const last = useRef(null); // its last place
  const { at, setAt, move } = useFocus(place, hands);
  const toggled = (hand) => (Math.abs((weights[hand] ?? 0) - brush) < 1e-9 ? 0 : brush);
  const handAt = (x, y) => {
    const cell = document.elementFromPoint(x, y)?.closest(".hand");
    return place.current.contains(cell) ? cell.dataset.hand : null;
  };

  const down = (event) => {
    const hand = handAt(event.clientX, event.clientY);
    if (!hand || event.button) return;
    last.current = [event.clientX, event.clientY];
    painting.current = toggled(hand);
    place.current.setPointerCapture(event.pointerId);
    setAt(hands.indexOf(hand));
    onAt(hand);
    if (hand in mixed) painting.current = null;
    else onPaint({ [hand]: painting.current });
  };
  const over = (event) => {
    if (painting.current === null) return;
    // There are at most 60 events a second, and a fast pointer skips cells between two of them.
    const step = place.current.getBoundingClientRect().width / Math.sqrt(hands.length) / 3;
    const painted = {};
    for (const { clientX, clientY } of event.getCoalescedEvents?.() ?? []) passOver(clientX, clientY);
    passOver(event.clientX, event.clientY);
    if (Object.keys(painted).length) onPaint(painted);

    function passOver(x, y) {
      const [fromX, fromY] = last.current;
      const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / step));
      for (let n = 1; n <= steps; n += 1) {
        const hand = handAt(fromX + ((x - fromX) * n) / steps, fromY + ((y - fromY) * n) / steps);
        if (hand && (weights[hand] ?? 0) !== painting.current) painted[hand] = painting.current;
      }
      last.current = [x, y];
    }
  };
  const up = () => {
    if (painting.current === null) return;
    painting.current = null;
    onDone();
  };
  const key = (event) => {
    const hand = hands[at];
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      if (hand in mixed) return;
      onPaint({ [hand]: toggled(hand) });
      onDone();
      return;
    }
    const weight = weights[hand] ?? 0;
    const to = move(event);
    if (to && event.shiftKey) {
      onPaint({ [to]: weight });
      onDone();
    }
  };
  const drawn = hands.map((hand, index) => {
    const weight = weights[hand] ?? 0;
    const cell = weight > 0 ? cells?.[hand] : null;
    const said = weight > 0 ? [`${+(100 * weight).toFixed(1)} %`, ...(mixed[hand] ? [`${mixed[hand]} of its ${combosOf(hand)} holes`] : []), ...(cell?.tip ?? [])].join("; ") : "not in the range";
    const holes = mixed[hand] ? `${mixed[hand]} of ${combosOf(hand)}` : "";
    const shown = weight > 0 && weight < 1 ? holes || `${+(100 * weight).toFixed(1)}` : "";
    return html`<div
      key=${hand}
      role="gridcell"
      class=${`hand ${cell ? "divided" : weight >= 1 ? "full" : weight > 0 ? "on" : ""}${mixed[hand] ? " mixed" : ""}${there && !(hand in there) ? " blank" : ""}`}
      data-hand=${hand}
      tabindex=${index === at ? 0 : -1}
      aria-selected=${weight > 0}
      aria-label=${`${hand}, ${said}`}
      title=${cell ? `${hand}: ${said}` : null}
      onFocus=${() => {
        setAt(index);
        onAt(hand);
      }}
    >${cell ? sharesOf(cell) : html`<span class="level" style=${{ height: `${100 * weight}%` }}></span>`}${hand}${shown && html`<small>${shown}</small>`}</div>`;
  });
  return html`<div class="paint" onPointerDown=${down} onPointerMove=${over} onPointerUp=${up} onPointerCancel=${up} onKeyDown=${key}>
    <${Frame} label=${label} place=${place} aria-multiselectable="true">${drawn}<//>
  </div>`;
}

/**
 * Values of hands. cells is {hand: {ground, text, tip, shares}}: ground a colour, text a line below
 * the name, tip its tooltip, shares [[share, colour], …] for bars that fill the cell from
 * the left, as high as height, 0 to 1. The colours of a pale cell are faint, and a hand without a
 * cell is blank. onPick takes a hand; hands are those of the grid.
 */
export function ValueGrid({ label, cells, picked = null, onPick = null, hands = HANDS }) {
  const place = useRef(null);
  const { at, setAt, move } = useFocus(place, hands);
  const key = (event) => {
    if (onPick && (event.key === " " || event.key === "Enter")) {
      event.preventDefault();
      onPick(hands[at]);
    } else move(event);
  };
  const shown = hands.map((hand, index) => {
    const cell = cells[hand];
    return html`<div
      key=${hand}
      role="gridcell"
      class=${`hand value ${cell ? (cell.pale ? "pale" : "") : "blank"}`}
      data-hand=${hand}
      tabindex=${index === at ? 0 : -1}
      aria-selected=${onPick ? hand === picked : null}
      aria-label=${cell ? `${hand}: ${cell.tip ?? cell.text ?? ""}` : `${hand}: none`}
      title=${cell ? `${hand}: ${cell.tip ?? cell.text ?? ""}` : hand}
      style=${cell?.ground ? groundOf(cell) : null}
      onFocus=${() => setAt(index)}
      onClick=${() => {
        setAt(index);
        if (onPick) onPick(hand);
      }}
    >${sharesOf(cell)}<span>${hand}</span>${cell?.text && html`<small>${cell.text}</small>`}</div>`;
  });
  return html`<div onKeyDown=${key}><${Frame} label=${label} place=${place}>${shown}<//></div>`;
}

/** Bars that fill a cell from the left. */
function sharesOf(cell) {
  let from = 0;
  return (cell?.shares ?? []).map(([share, colour]) => {
    const style = { left: `${100 * from}%`, width: `${100 * share}%`, height: `${100 * (cell.height ?? 1)}%`, background: colour };
    from += share;
    return html`<span class="share" style=${style}></span>`;
  });
}

const groundOf = ({ ground, pale }) =>
  pale
    ? { background: `color-mix(in srgb, ${ground} 25%, var(--panel))`, color: "var(--ink)" }
    : { background: ground, color: inkOn(ground) };
