// A cell of the notebook: one select or PQL query, and its rows.
import { ask, Problem } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { askedOf } from "./cells.js";
import { Editor } from "./editor.js";
import { remember } from "./history.js";
import { Result } from "./result.js";

const NONE = new Problem("there is no statement; write a select", "sql", 0);
const LINE = /\[LINE (\d+):/;
const EMPTY = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*$/;

let line = Promise.resolve(); // the server runs one at a time

function inLine(work) {
  const next = line.then(work, work);
  line = next.catch(() => {});
  return next;
}

/** The rows of the last run: of asked, the statement with its parameters. */
function useRows(asked, run) {
  const [state, setState] = useState({ of: null, answer: null, problem: null, busy: false });
  const out = useRef(null);
  const last = useRef(null); // the last run
  const start = async (now) => {
    out.current?.abort();
    last.current = JSON.stringify(now);
    if (EMPTY.test(now.sql)) {
      setState({ of: now, answer: null, problem: NONE, busy: false });
      return;
    }
    const abort = new AbortController();
    out.current = abort;
    setState((before) => ({ ...before, busy: true, problem: null }));
    const found = await inLine(() => (abort.signal.aborted ? null : ask("sql", now, { signal: abort.signal }))).then(
      (answer) => ({ of: now, answer, problem: null, busy: false }),
      (problem) => ({ of: now, answer: null, problem, busy: false }),
    );
    if (!abort.signal.aborted) setState(found);
  };
  const key = JSON.stringify(asked);
  useEffect(() => {
    if (run && key !== last.current) start(asked);
  }, [key, run]);
  useEffect(() => () => out.current?.abort(), []);
  const stop = () => {
    out.current?.abort();
    setState((before) => ({ ...before, busy: false }));
  };
  return { ...state, isOf: JSON.stringify(state.of) === key, start, stop };
}

/**
 * cell is as cellsOf gives it, at its place of so many. onChange takes changed fields of it, onRun
 * the statement, onNext too, onMove places to go (0 removes it, "below" adds one). handles.current[id] is the
 * editor's handle, and onProblem takes the problem of a parameter, or null.
 */
export function Cell({ id, at, many, cell, parameters, schema, handles, onChange, onRun, onNext, onMove, onFocus, onProblem }) {
  const asked = askedOf(cell.q, parameters);
  const { answer, problem, busy, of, isOf, start, stop } = useRows(asked, Boolean(cell.run));
  const editor = useRef(null);
  const handle = (handles.current[id] ??= editor);
  useEffect(() => () => {
    delete handles.current[id];
    onProblem(id, null);
  }, []);
  const run = (text) => {
    remember(text);
    start(askedOf(text, parameters));
    onRun(text);
  };
  const next = (text) => {
    remember(text);
    start(askedOf(text, parameters));
    onNext(text);
  };
  const type = (text) => text !== cell.q && onChange({ q: text, run: "" });
  const wrong = problem && LINE.exec(problem.message)?.[1];
  const marked = isOf ? Number(wrong ?? 0) : 0; // no line any more once something was typed
  useEffect(() => handle.current?.mark(marked), [marked, problem]);
  const ofParameter = problem?.field?.startsWith("parameters.");
  useEffect(() => onProblem(id, ofParameter ? problem : null), [problem]);
  const number = at ? ` ${at + 1}` : "";
  const tool = (name, sign, to, off = false) => html`<button type="button" class="quiet" title=${name} disabled=${off} onClick=${() => onMove(to)}><span class="hidden">${name}${many > 1 ? `: cell ${at + 1}` : ""}</span><span aria-hidden="true">${sign}</span></button>`;
  return html`<section class="panel" aria-label=${`Statement${number}`} data-cell=${at + 1}>
    <${Editor} text=${cell.q} schema=${schema} handle=${handle} label=${`SQL${number}`} onType=${type} onRun=${run} onNext=${next} onFocus=${onFocus} />
    <div class="row above">
      <button type="button" class="strong" onClick=${() => run(handle.current?.text() ?? cell.q)}>Run<span class="hidden">${number && ` cell${number}`}</span></button>
      ${busy && html`<button type="button" onClick=${stop}>Stop</button>`}
      <span class="muted small" role="status">${busy ? "Running …" : at === 0 ? "Ctrl-Enter runs it, Shift-Enter goes on to the next. One select or query of PQL, 5 seconds." : ""}</span>
      <div class="tools row">
        ${tool("Add a cell below", "+", "below")}
        ${many > 1 && [tool("Move up", "↑", -1, at === 0), tool("Move down", "↓", 1, at === many - 1), tool("Remove", "×", 0)]}
      </div>
    </div>
    <${Wrong} problem=${ofParameter ? `The value of $${problem.field.split(".")[1]} is wrong.` : problem} />
    ${wrong && html`<button type="button" class="small" onClick=${() => handle.current.goTo(Number(wrong))}>Go to line ${wrong}</button>`}
    ${answer && html`<div role="group" class="result" aria-label=${`Result${number}`} aria-busy=${busy} data-stale=${busy || !isOf}>
      <${Result} asked=${of} data=${answer.data} same=${answer.same} cell=${cell} number=${number} formats=${schema?.formats ?? []} onChange=${onChange} />
    </div>`}
  </section>`;
}
