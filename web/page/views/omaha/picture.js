// Holes of four cards by ranks and suits: a picture that is requested when it is shown.
import { useAnswer } from "../../ask.js";
import { Choice, Wrong } from "../../parts/fields.js";
import { Picture, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

const SUITS = [
  ["ds", "double-suited"], ["ss", "single-suited"], ["rainbow", "rainbow"], ["ts", "three of a suit"],
  ["ms", "all of a suit"], ["all", "all suits"],
];
const FIRST = { above: "ds", below: "rainbow" };

/** The picture of a question's answer; onSides takes {above} or {below} of the address, more is another choice. */
export function PatternPicture({ question, given, blank = false, params, label, onSides, more = null }) {
  const sides = { above: params.get("above") ?? FIRST.above, below: params.get("below") ?? FIRST.below };
  const { answer, problem, busy } = useAnswer(question, blank ? null : { ...given, ...sides });
  const side = (name, title) => html`<${Choice} label=${title} value=${sides[name]} options=${SUITS}
    onChange=${(suits) => onSides({ [name]: suits === FIRST[name] ? "" : suits })} />`;
  return html`<div class="filters above">${more}${side("above", "Above the diagonal")}${side("below", "Below it")}</div>
    <${Wrong} problem=${problem} />
    <div aria-busy=${busy} data-stale=${Boolean(problem)}>
      ${answer && html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><${Picture} svg=${answer.data.svg} label=${label} /></div>`}
      ${!answer && busy && html`<p class="muted">Drawing …</p>`}
    </div>
    <${Same} of=${answer?.same} />`;
}
