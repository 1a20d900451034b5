// The lock of a decision: painted on the grid, action by action, and solved again.
import { Buttons } from "../../parts/fields.js";
import { RangeGrid } from "../../parts/hands.js";
import { percent } from "../../parts/told.js";
import { html, useId, useState } from "../../vendor/preact.js";
import { coloursOf } from "./colours.js";

const DIGITS = 1000; // of a share in the text of a lock

/**
 * Paint how often hands take an action; the others share the rest as before. onLock takes the line, and the
 * text of the lock, or null to remove it. Hands that are not painted keep their strategy.
 */
export function Lock({ data, step, locked, onLock }) {
  const { hands } = data;
  const [action, setAction] = useState(step.actions.at(-1));
  const [brush, setBrush] = useState(100);
  const [painted, setPainted] = useState({}); // {hand: share of each action}
  const id = useId();
  const at = step.actions.indexOf(action);
  const first = Object.fromEntries(hands.hand.map((hand, place) => [hand, step.actions.map((each) => hands[`share ${each}`][place])]));
  const shares = { ...first, ...painted };
  const weights = Object.fromEntries(Object.entries(shares).map(([hand, each]) => [hand, each[at]]));
  const paint = (changes) => {
    const next = { ...painted };
    for (const [hand, share] of Object.entries(changes)) if (shares[hand]) next[hand] = moved(next[hand] ?? first[hand], at, share);
    setPainted(next);
  };
  const combos = hands.hand.map((hand, place) => hands.combos[place]);
  const often = step.actions.map((_, place) => hands.hand.reduce((sum, hand, n) => sum + combos[n] * shares[hand][place], 0) / combos.reduce((sum, each) => sum + each, 0));
  return html`<details class="panel">
    <summary><strong>Lock what the player ${step.player === "oop" ? "out of position" : "in position"} does here</strong>${locked && ": locked"}</summary>
    <div class="columns above">
      <div style=${{ "--fill": coloursOf(step.actions, step)[at] }}><${RangeGrid} label=${`How often hands take: ${step.words[at]}`} weights=${weights} brush=${brush / 100} there=${first} onPaint=${paint} /></div>
      <div>
        <p class="small">Paint how often hands take an action. Their other actions share the rest as they did. Hands that are not painted keep what they do, the mean of their suits.</p>
        <${Buttons} label="Action to paint" value=${action} options=${step.actions.map((each, place) => [each, `${step.words[place]}, ${percent(often[place], 1)}`])} onChange=${setAction} />
        <div class="field above"><label for=${id}>Share to paint: ${brush} %</label>
          <input id=${id} type="range" min="5" max="100" step="5" value=${brush} onInput=${(event) => setBrush(Number(event.target.value))} /></div>
        <div class="row above">
          <button type="button" class="strong" onClick=${() => onLock(step.line, textOf(step, shares, often))}>Lock, and solve again</button>
          <button type="button" disabled=${!Object.keys(painted).length} onClick=${() => setPainted({})}>As it was</button>
          ${locked && html`<button type="button" onClick=${() => onLock(step.line, null)}>Unlock, and solve again</button>`}
        </div>
      </div>
    </div>
  </details>`;
}

/** Shares of actions after one gets this share: the others keep their proportions, or take equal parts. */
function moved(shares, at, share) {
  const rest = 1 - shares[at];
  return shares.map((each, place) => (place === at ? share : rest > 0 ? (each / rest) * (1 - share) : (1 - share) / (shares.length - 1)));
}

/** The text of a lock: a range for each action except the most frequent, which gets the rest. */
function textOf(step, shares, often) {
  const most = often.indexOf(Math.max(...often));
  const ranges = step.actions.flatMap((action, at) => (at === most ? [] : [`${action}=${rangeOf(shares, at)}`]));
  return `${step.line}: ${ranges.join(", ")}`;
}

/** Hands by their share, rounded down: shares of one hand must not add up to more than 1. */
const rangeOf = (shares, at) =>
  Object.entries(shares)
    .map(([hand, each]) => [hand, Math.floor(DIGITS * each[at] + 1e-6) / DIGITS])
    .filter(([, share]) => share > 0)
    .map(([hand, share]) => (share === 1 ? hand : `${hand}:${share}`))
    .join(",");
