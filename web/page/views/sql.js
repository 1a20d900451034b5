// SQL: a notebook of selects over the lake, each in a process that can only read it; rows, charts, files.
//
// The address holds the cells. run=1 says that one was run, so that back, reload and a shared link
// show its rows again; only a select can be run, so such a link does no harm. A link without it, as
// of "Open in SQL", waits for the button.
import { change } from "../address.js";
import { useAnswer } from "../ask.js";
import { Wrong } from "../parts/fields.js";
import { needs } from "../parts/styles.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { Cell } from "./sql/cell.js";
import { cellsOf, changesFor, namesOf, parametersOf, parametersText } from "./sql/cells.js";
import { Files } from "./sql/file.js";
import { forget, history } from "./sql/history.js";
import { Parameters } from "./sql/parameters.js";
import { Schema } from "./sql/schema.js";

needs("views/sql/notebook.css");

const BLANK = { q: "", run: "" };

export default function Sql({ params }) {
  const cells = cellsOf(params);
  const parameters = parametersOf(params);
  const { answer: known, problem: unknown } = useAnswer("schema", {});
  const handles = useRef({});
  const ids = useRef([]); // of cells, so that an editor moves with its cell
  const made = useRef(0);
  while (ids.current.length < cells.length) ids.current.push((made.current += 1));
  ids.current.length = cells.length;
  const [at, setAt] = useState(0);
  const [problems, setProblems] = useState({});
  const here = Math.min(at, cells.length - 1);
  const editor = () => handles.current[ids.current[here]]?.current;

  const put = (next, options) => change(changesFor(next, cells.length), options);
  const now = () => cells.map((cell, place) => ({ ...cell, q: handles.current[ids.current[place]]?.current?.text() ?? cell.q }));
  const set = (place, fields, options) => {
    const next = [...cells];
    next[place] = { ...next[place], ...fields };
    put(next, options);
  };
  const add = (place, cell = BLANK, before = now()) => {
    ids.current.splice(place, 0, (made.current += 1));
    put([...before.slice(0, place), cell, ...before.slice(place)], { push: true });
    focus(place);
  };
  const focus = (place) => {
    setAt(place);
    const id = ids.current[place];
    const wait = (tries) => {
      const there = handles.current[id]?.current;
      if (there) there.focus();
      else if (tries) setTimeout(() => wait(tries - 1), 50);
    };
    setTimeout(() => wait(20));
  };
  const move = (place, to) => {
    if (to === "below") {
      add(place + 1);
      return;
    }
    const next = now();
    const [cell] = next.splice(place, 1);
    const [id] = ids.current.splice(place, 1);
    if (to) {
      next.splice(place + to, 0, cell);
      ids.current.splice(place + to, 0, id);
    }
    put(next, { push: true });
    focus(Math.max(0, Math.min(next.length - 1, place + (to || 0))));
  };
  const goOn = (place, text) => {
    const next = now();
    next[place] = { ...next[place], q: text, run: "1" };
    if (place + 1 < cells.length) {
      put(next, { push: true });
      focus(place + 1);
    } else add(place + 1, BLANK, next);
  };
  const open = (texts, given) => {
    ids.current = texts.map(() => (made.current += 1));
    change({ ...changesFor(texts.map((q) => ({ ...BLANK, q })), cells.length), v: parametersText(given) }, { push: true });
  };
  const wrong = (id, problem) => setProblems((before) => (before[id] === problem ? before : { ...before, [id]: problem }));
  const statement = (q) => set(here, { q, run: "" }, { push: true });
  const all = () => put(now().map((cell) => (cell.q.trim() ? { ...cell, run: "1" } : cell)), { push: true });
  return html`<h1 class="hidden">SQL</h1>
    <div class="columns sql">
      <div>
        <${Parameters} names=${[...new Set(cells.flatMap(({ q }) => namesOf(q)))]} parameters=${parameters} types=${known?.data.types ?? ["text"]}
          problem=${Object.values(problems).find(Boolean) ?? null} onChange=${(next) => change({ v: parametersText(next) })} />
        <div class="cells">${cells.map((cell, place) => html`<${Cell} key=${ids.current[place]} id=${ids.current[place]} at=${place} many=${cells.length} cell=${cell}
          parameters=${parameters} schema=${known?.data} handles=${handles} onChange=${(fields, options) => set(place, fields, options)}
          onRun=${(q) => set(place, { q, run: "1" }, { push: true })} onNext=${(q) => goOn(place, q)} onMove=${(to) => move(place, to)} onFocus=${() => setAt(place)} onProblem=${wrong} />`)}</div>
        <section class="panel" aria-label="Notebook">
          <div class="row">
            <button type="button" onClick=${() => add(cells.length)}>Add a cell</button>
            ${cells.length > 1 && html`<button type="button" onClick=${all}>Run all</button>`}
          </div>
          <div class="above"><${Files} cells=${cells.map(({ q }) => q)} parameters=${parameters} onOpen=${open} /></div>
        </section>
      </div>
      <section class="panel" aria-label="What there is">
        <${Wrong} problem=${unknown} />
        ${known && html`<${Schema} schema=${known.data} onInsert=${(name) => editor()?.insert(name)} onStatement=${statement} />`}
        <${Past} onStatement=${statement} />
      </section>
    </div>`;
}

/** Earlier statements; a click puts one into the cell. */
function Past({ onStatement }) {
  const found = history.value;
  if (!found.length) return null;
  return html`<div class="names past"><details><summary>History <span class="muted small">${found.length}</span></summary>
    <ul tabindex="0" aria-label="History">${found.map((text) => html`<li key=${text}><button type="button" class="quiet text small" title=${text} onClick=${() => onStatement(text)}>
      ${text.replace(/\s+/g, " ").slice(0, 120)}</button></li>`)}</ul>
    <button type="button" class="small" onClick=${forget}>Forget them</button> <span class="muted small">Kept in this browser alone.</span></details></div>`;
}
