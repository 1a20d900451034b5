// SQL: one select over the lake, in a process that can only read it; its rows, a chart, or a file.
//
// The address holds the statement. run=1 says that it was run, so that back, reload and a link that
// is sent show its rows again; nothing but a select can be run, so that such a link does no harm. A
// link without it, as of "Open in SQL", waits for the button.
import { change } from "../address.js";
import { ask, Problem, useAnswer } from "../ask.js";
import { Wrong } from "../parts/fields.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { Editor } from "./sql/editor.js";
import { Result } from "./sql/result.js";
import { Schema } from "./sql/schema.js";

const FIRST = "select hand, equity\nfrom hand_equities\norder by equity desc";
const NONE = new Problem("there is no statement; write a select", "sql", 0);
const LINE = /\[LINE (\d+):/;

/** The rows of the statement that was run last. */
function useRows(text, run) {
  const [state, setState] = useState({ sql: null, answer: null, problem: null, busy: false });
  const out = useRef(null);
  const last = useRef(null); // the statement that was started last
  const start = async (sql) => {
    out.current?.abort();
    last.current = sql;
    if (!sql.trim()) {
      setState({ sql, answer: null, problem: NONE, busy: false });
      return;
    }
    const abort = new AbortController();
    out.current = abort;
    setState((before) => ({ ...before, busy: true, problem: null }));
    const found = await ask("sql", { sql }, { signal: abort.signal }).then(
      (answer) => ({ sql, answer, problem: null, busy: false }),
      (problem) => ({ sql, answer: null, problem, busy: false }),
    );
    if (!abort.signal.aborted) setState(found);
  };
  useEffect(() => {
    if (run && text !== last.current) start(text);
  }, [text, run]);
  useEffect(() => () => out.current?.abort(), []);
  const stop = () => {
    out.current?.abort();
    setState((before) => ({ ...before, busy: false }));
  };
  return { ...state, start, stop };
}

export default function Sql({ params }) {
  const text = params.get("q") ?? FIRST;
  const { answer, problem, busy, sql, start, stop } = useRows(text, params.has("run"));
  const { answer: known, problem: unknown } = useAnswer("schema", {});
  const editor = useRef(null);
  const run = (now) => {
    start(now);
    change({ q: [now], run: 1 }, { push: true });
  };
  const type = (now) => now !== text && change({ q: [now], run: "" });
  const line = problem && LINE.exec(problem.message)?.[1];
  const at = text === sql ? Number(line ?? 0) : 0; // no line any more where something was typed
  useEffect(() => editor.current?.mark(at), [at, problem]);
  return html`<h1 class="hidden">SQL</h1>
    <div class="columns sql">
      <div>
        <section class="panel" aria-label="Statement">
          <${Editor} text=${text} schema=${known?.data} handle=${editor} onType=${type} onRun=${run} />
          <div class="row above">
            <button type="button" class="strong" onClick=${() => run(editor.current?.text() ?? text)}>Run</button>
            ${busy && html`<button type="button" onClick=${stop}>Stop</button>`}
            <span class="muted small" role="status">${busy ? "Running …" : "Ctrl-Enter runs it. One select, 5 seconds, 1,000 rows."}</span>
          </div>
          <${Wrong} problem=${problem} />
          ${line && html`<button type="button" class="small" onClick=${() => editor.current.goTo(Number(line))}>Go to line ${line}</button>`}
        </section>
        ${answer && html`<section class="panel" aria-label="Result" aria-busy=${busy} data-stale=${busy || text !== sql}>
          <${Result} sql=${sql} data=${answer.data} same=${answer.same} params=${params} formats=${known?.data.formats ?? []} />
        </section>`}
      </div>
      <section class="panel" aria-label="What there is">
        <${Wrong} problem=${unknown} />
        ${known && html`<${Schema} schema=${known.data} onInsert=${(name) => editor.current?.insert(name)} onStatement=${(q) => change({ q, run: "" }, { push: true })} />`}
      </section>
    </div>`;
}
