// A range: the same as text and as a painted grid.
import { ask, useAnswer } from "../ask.js";
import { html, useId, useMemo, useRef, useState } from "../vendor/preact.js";
import { handOf, Suits, Top, useUndo, weightsOf } from "./combos.js";
import { Choice, Wrong } from "./fields.js";
import { HANDS, handsOf, RangeGrid } from "./hands.js";
import { Named } from "./named.js";

const DIALECTS = [
  ["equilab", "Equilab"],
  ["piosolver", "PioSOLVER"],
  ["flopzilla", "Flopzilla, GTO+"],
  ["propokertools", "ProPokerTools"],
  ["pokerlake", "pokerlake"],
];

/** The text of weights by hand; parts has the text of hands whose holes differ in weight. */
export function textOf(weights, parts = {}) {
  const told = HANDS.filter((hand) => weights[hand] > 0).map(
    (hand) => parts[hand] ?? (weights[hand] >= 1 ? hand : `${hand}:${+weights[hand].toFixed(4)}`),
  );
  return told.join(",");
}

/** The reading of a text: {text, hands, uneven, combos, percent} in data; none for blank text. */
export function useRange(text, game = null) {
  return useAnswer("range", text.trim() ? { text, ...game } : null);
}

/**
 * The grid of one range, and ways to fill it. text is the range; onChange takes the new text, and
 * {push: true} if "back" should lead to the previous one: once for all that is painted in one go.
 * game is one of games.js, hold'em without it. cells, if given, divides the hands in the range:
 * see RangeGrid.
 */
export function RangeEditor({ label, text, onChange, game = null, cells = null }) {
  const [brush, setBrush] = useState(100);
  const id = useId();
  const asked = game?.slug ? { game: game.name } : null;
  const hands = useMemo(() => (game?.slug ? handsOf(game.ranks) : HANDS), [game]);
  const { answer, of, problem } = useRange(text, asked);
  const known = useRef({ text: null, hands: {}, parts: {} }); // null until the text is read
  const begun = useRef(false);
  const [shown, setShown] = useState("AKs"); // the hand whose holes are shown
  const { did, tell, undo, redo } = useUndo(text, onChange);
  if (!text.trim()) known.current = { text, hands: {}, parts: {} };
  else if (known.current.text !== text && of?.text === text) {
    known.current = { text, hands: answer.data.hands, parts: answer.data.uneven };
  }
  const paint = (changes, own = {}) => {
    if (known.current.text === null) return;
    const painted = { ...known.current.hands, ...changes };
    const parts = { ...known.current.parts };
    for (const hand of Object.keys(changes)) delete parts[hand];
    Object.assign(parts, own);
    if (!begun.current) did();
    known.current = { text: textOf(painted, parts), hands: painted, parts };
    tell(known.current.text);
    onChange(known.current.text, { push: !begun.current });
    begun.current = true;
  };
  const paintHoles = (hand, weights) => {
    const [mean, part] = handOf(weights);
    paint({ [hand]: mean }, part ? { [hand]: part } : {});
    shorten();
  };
  const put = (next) => {
    did();
    tell(next);
    onChange(next, { push: true });
  };
  const key = (event) => {
    if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea")) return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)?.();
  };
  const mixed = Object.fromEntries(Object.keys(known.current.parts).map((hand) => [hand, Object.values(holeWeights(hand)).filter((weight) => weight > 0).length]));
  function holeWeights(hand) {
    return weightsOf(hand, known.current.hands[hand] ?? 0, known.current.parts[hand]);
  }
  const shorten = async () => {
    begun.current = false;
    const painted = known.current.text;
    const found = painted && (await ask("range", { text: painted, ...asked }).catch(() => null));
    if (known.current.text !== painted) return;
    const short = found ? found.data.text : painted;
    tell(short);
    onChange(short, {});
  };
  return html`<div class="editor" onKeyDown=${key}>
    <${RangeGrid} label=${`${label}: a range of ${Math.sqrt(hands.length)} by ${Math.sqrt(hands.length)} hands`} hands=${hands} weights=${known.current.hands} cells=${cells}
      brush=${brush / 100} onPaint=${paint} onDone=${shorten}
      mixed=${mixed} onAt=${setShown} />
    <div class="row above">
      <div class="field"><label for=${id}>Weight to paint: ${brush} %</label>
        <input id=${id} type="range" min="5" max="100" step="5" value=${brush}
          onInput=${(event) => setBrush(Number(event.target.value))} /></div>
      <button type="button" onClick=${() => put("random")}>All hands</button>
      <button type="button" onClick=${() => put("")}>None</button>
      <button type="button" disabled=${!undo} onClick=${undo}>Undo</button>
      <button type="button" disabled=${!redo} onClick=${redo}>Redo</button>
    </div>
    ${answer && !problem && html`<p class="muted small">${+answer.data.combos.toFixed(2)} ${answer.data.combos === 1 ? "combo" : "combos"}, ${answer.data.percent.toFixed(2)} % of all</p>`}
    <details open=${shown in mixed}><summary class="muted small">Suits of ${shown}</summary>
      <${Suits} hand=${shown} weights=${holeWeights(shown)} brush=${brush / 100} onChange=${(weights) => paintHoles(shown, weights)} /></details>
    <details><summary class="muted small">The best hands</summary><${Top} game=${asked} onChange=${put} /></details>
    <${Named} text=${text} onChange=${put} game=${game} dialects=${DIALECTS} />
    <${Dialects} text=${text} onChange=${put} />
  </div>`;
}

/** A range read from another program's notation, and written in it. */
function Dialects({ text, onChange }) {
  const [dialect, setDialect] = useState(DIALECTS[0][0]);
  const [other, setOther] = useState("");
  const [problem, setProblem] = useState(null);
  const id = useId();
  const read = () =>
    ask("range", { text: other, dialect }).then(
      ({ data }) => (setProblem(null), onChange(data.text, { push: true })),
      setProblem,
    );
  const write = () =>
    ask("range", { text, to: dialect }).then(
      ({ data }) => (setProblem(null), setOther(data.written)),
      setProblem,
    );
  return html`<details>
    <summary class="muted small">Notation of other programs</summary>
    <${Choice} label="Program" value=${dialect} options=${DIALECTS} onChange=${setDialect} />
    <label for=${id}>Text in its notation</label>
    <textarea id=${id} rows="3" class="text wide" value=${other} onInput=${(event) => setOther(event.target.value)}></textarea>
    <div class="row">
      <button type="button" disabled=${!other.trim()} onClick=${read}>Read it</button>
      <button type="button" disabled=${!text.trim()} onClick=${write}>Write the range so</button>
    </div>
    <${Wrong} problem=${problem} />
  </details>`;
}
