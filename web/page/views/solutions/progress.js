// The progress while a spot is solved: how the exploitability falls.
import { count } from "../../parts/told.js";
import { html, useRef } from "../../vendor/preact.js";

const WIDE = 300;
const HIGH = 60;

/** The progress of a solver: iterations, and the exploitability on a logarithmic scale. */
export function Progress({ progress, onStop }) {
  const points = useRef([]);
  const { iterations, most, exploitability, to } = progress;
  if (points.current.length && points.current.at(-1)[0] > iterations) points.current = [];
  if (iterations && points.current.at(-1)?.[0] !== iterations) points.current.push([iterations, exploitability]);
  const begun = points.current[0]?.[1] ?? 1;
  const far = (gain) => Math.min(1, Math.max(0, Math.log(gain / to) / Math.log(Math.max(begun / to, 1.0001))));
  const done = iterations ? Math.max(1 - far(exploitability), iterations / most) : 0;
  const path = points.current.map(([at, gain]) => `${((WIDE * at) / iterations).toFixed(1)},${(2 + (HIGH - 4) * (1 - far(gain))).toFixed(1)}`);
  return html`<section class="panel" aria-label="Solving" aria-busy="true">
    <h2>Solving</h2>
    <p role="status">${iterations ? html`Iteration ${count(iterations)} of at most ${count(most)}: exploitability <strong data-gain=${exploitability}>${exploitability.toPrecision(3)} %</strong> of the pot; ${to} % is wanted.` : "It begins."}</p>
    <progress class="wide" max="1" value=${done} aria-label="Progress"></progress>
    <svg class="falling" viewBox=${`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" role="img" aria-label="How the exploitability falls, iteration by iteration">
      <polyline points=${path.join(" ")} fill="none" stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke" />
    </svg>
    <p><button type="button" onClick=${onStop}>Stop</button></p>
  </section>`;
}
