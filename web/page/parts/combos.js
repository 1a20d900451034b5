// Finer than a grid of hands: the holes of a hand, the best x % by a ranking, and undo.
import { ask } from "../ask.js";
import { html, useEffect, useId, useRef, useState } from "../vendor/preact.js";
import { Cards, SUITS } from "./cards.js";
import { Choice, Wrong } from "./fields.js";

const RANKINGS = [["", "equity"], ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [`income ${n}`, `income rate of ${n} players`])];
const GROUP = /([\d.]+)\(([^)]*)\)|((?:[2-9TJQKA][shdc]){2})(?::([\d.]+))?/g;

/** The holes of a hand as text: AhKh for AKs. */
export function holesOf(hand) {
  const suits = SUITS.map(([suit]) => suit);
  const [high, low, kind] = hand;
  return suits.flatMap((one, at) =>
    suits
      .filter((other, place) => (kind === "s" ? other === one : kind === "o" ? other !== one : place > at))
      .map((other) => high + one + low + other),
  );
}

/** The weights of a hand's holes: from the text of uneven ones, else the hand's. */
export function weightsOf(hand, weight, part) {
  const holes = holesOf(hand);
  if (!part) return Object.fromEntries(holes.map((hole) => [hole, weight]));
  const weights = Object.fromEntries(holes.map((hole) => [hole, 0]));
  const put = (hole, of) => (weights[hole in weights ? hole : hole.slice(2) + hole.slice(0, 2)] = of);
  for (const [, of, several, one, own] of part.matchAll(GROUP)) {
    if (several) several.split(",").forEach((hole) => put(hole, Number(of)));
    else put(one, Number(own ?? 1));
  }
  return weights;
}

/** A hand by its holes: its mean weight, and its text if they differ. */
export function handOf(weights) {
  const values = Object.values(weights);
  const mean = values.reduce((sum, weight) => sum + weight) / values.length;
  if (values.every((weight) => Math.abs(weight - values[0]) < 1e-9)) return [values[0], null];
  const told = Object.entries(weights).filter(([, weight]) => weight > 0);
  return [mean, told.map(([hole, weight]) => (weight >= 1 ? hole : `${hole}:${+weight.toFixed(4)}`)).join(",")];
}

/** The holes of one hand: each is added with the brush's weight, or removed. onChange takes {hole: weight}. */
export function Suits({ hand, weights, brush, onChange }) {
  const toggle = (hole) => onChange({ ...weights, [hole]: Math.abs(weights[hole] - brush) < 1e-9 ? 0 : brush });
  return html`<div class="suits" role="group" aria-label=${`Holes of ${hand}`}>${Object.entries(weights).map(
    ([hole, weight]) => html`<button type="button" key=${hole} data-hole=${hole} aria-pressed=${weight > 0} onClick=${() => toggle(hole)}>
      <${Cards} of=${hole} />${weight > 0 && weight < 1 ? html` <span class="small">${+(100 * weight).toFixed(1)} %</span>` : ""}</button>`,
  )}</div>`;
}

/** The best hands by a ranking. onChange takes a text; game is that of questions. */
export function Top({ game, onChange }) {
  const [percent, setPercent] = useState(15);
  const [by, setBy] = useState("");
  const [problem, setProblem] = useState(null);
  const newest = useRef(null);
  const id = useId();
  const choose = async (next, ranking) => {
    setPercent(next);
    setBy(ranking);
    if (!ranking) return onChange(`top ${next}%`);
    const asked = (newest.current = { text: `top ${next}%`, by: ranking, ...game });
    const found = await ask("range", asked).catch((wrong) => wrong);
    if (newest.current !== asked) return undefined;
    setProblem(found.data ? null : found);
    return found.data && onChange(found.data.text);
  };
  return html`<div class="row">
      <div class="field"><label for=${id}>Top ${percent} % of hands</label>
        <input id=${id} type="range" min="0.5" max="100" step="0.5" value=${percent} onInput=${(event) => choose(Number(event.target.value), by)} /></div>
      ${!game && html`<${Choice} label="Ranked by" value=${by} options=${RANKINGS} onChange=${(next) => choose(percent, next)} />`}
    </div>
    <${Wrong} problem=${problem} />`;
}

/**
 * The history of a text, for undo: {tell, did, undo, redo}. tell takes each text that the editor itself
 * puts there; did is called before, if undo should lead back to the current one.
 */
export function useUndo(text, onChange) {
  const [, again] = useState(0);
  const made = useRef(null);
  const at = (made.current ??= { now: text, past: [], next: [], told: new Set([text]) });
  const did = () => {
    at.past.push(at.now);
    at.next = [];
    again((n) => n + 1);
  };
  const tell = (told) => {
    at.now = told;
    at.told.add(told);
  };
  useEffect(() => {
    if (text === at.now) at.told = new Set([text]);
    else if (!at.told.has(text)) { // it was typed, or an address was followed
      did();
      tell(text);
    }
  }, [text]);
  const step = (from, to) => () => {
    if (!from.length) return;
    to.push(at.now);
    tell(from.pop());
    again((n) => n + 1);
    onChange(at.now, { push: true });
  };
  return {
    did, tell,
    undo: at.past.length ? step(at.past, at.next) : null,
    redo: at.next.length ? step(at.next, at.past) : null,
  };
}
