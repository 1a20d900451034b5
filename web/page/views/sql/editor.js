// The editor, in a shadow root: see web/vendor/codemirror.js.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { namesIn } from "./completion.js";

const WAIT = 400; // ms until typed text is in the address

const LOOK = {
  "&": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px", fontSize: "14px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: '"DejaVu Sans Mono", Menlo, Consolas, monospace', minHeight: "var(--least, 10rem)", maxHeight: "24rem", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--soft)", color: "var(--muted)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--soft)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--soft)", outline: "1px solid var(--accent)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { color: "var(--ink)", padding: "2px 6px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.8" },
  ".cm-completionInfo": { maxWidth: "20rem" },
  "@media (max-width: 480px)": { ".cm-completionInfo": { display: "none" } }, // it would cover the list
};

const WRONG = { backgroundColor: "color-mix(in srgb, var(--wrong) 14%, transparent)", boxShadow: "inset 3px 0 var(--wrong)" };

let library = null;
const load = () => (library ??= import("../../vendor/codemirror.js"));

/** Tables with their columns, for the completion of names and after a dot. */
function namespace(tables) {
  return Object.fromEntries(
    tables.map(({ name, kind, meaning, columns }) => [
      name,
      { self: { label: name, type: "type", detail: kind, info: `One row is ${meaning}.` }, children: columns.map(columnOption) },
    ]),
  );
}

const columnOption = ({ name, type, meaning }) => ({ label: name, type: "property", detail: type.toLowerCase(), info: meaning });

/** Columns of the tables that the statement names, its own names, and functions. */
function names(schema) {
  const known = Object.fromEntries(schema.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  const functions = [
    ...schema.functions.map(({ function: label, call, meaning }) => ({ label, type: "function", detail: call.slice(label.length), info: meaning, boost: 1 })),
    ...schema.built_in.map((label) => ({ label, type: "function", boost: -1 })),
  ];
  return (context) => {
    const word = context.matchBefore(/\w+/);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const own = namesIn(context.state.doc.toString(), known);
    const ownOption = (label) => ({ label, type: "property", detail: "of this statement", boost: 3 });
    if (context.state.sliceDoc(from - 1, from) === ".") {
      const [name] = /\w+$/.exec(context.state.sliceDoc(0, from - 1).toLowerCase()) ?? [""];
      const options = known[name] ? [] : (own.sources[name] ?? []).map(ownOption); // tables have their own completion
      return options.length ? { from, options, validFor: /^\w*$/ } : null;
    }
    const used = new Set(context.state.doc.toString().toLowerCase().match(/\w+/g));
    const columns = new Map([...Object.entries(own.sources).flatMap(([name, list]) => [name, ...list]), ...own.given].map((name) => [name, ownOption(name)]));
    for (const table of schema.tables) {
      if (used.has(table.name)) for (const column of table.columns) columns.set(column.name, { ...columnOption(column), boost: 2 });
    }
    return { from, options: [...columns.values(), ...functions], validFor: /^\w*$/ };
  };
}

function language(cm, schema) {
  const words = `${cm.PostgreSQL.spec.keywords} qualify pivot asof anti semi`;
  const dialect = cm.SQLDialect.define({ ...cm.PostgreSQL.spec, keywords: words });
  if (!schema) return cm.sql({ dialect });
  const support = cm.sql({ dialect, schema: namespace(schema.tables) });
  return [support, support.language.data.of({ autocomplete: names(schema) })];
}

function colours(cm) {
  const { tags } = cm;
  return cm.syntaxHighlighting(
    cm.HighlightStyle.define([
      { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
      { tag: [tags.string, tags.special(tags.string)], color: "var(--d)" },
      { tag: [tags.number, tags.bool, tags.null], color: "var(--h)" },
      { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
      { tag: [tags.typeName, tags.standard(tags.name)], color: "var(--c)" },
    ]),
  );
}

/**
 * The editor. onType takes the text a moment after it was typed, onRun at Ctrl-Enter, onNext at
 * Shift-Enter; onFocus is called when it gets the focus. handle.current gets {text(), insert(name),
 * goTo(line), mark(line), focus()}; line 0 means none.
 */
export function Editor({ text, schema, handle, label = "SQL", onType, onRun, onNext = null, onFocus = () => {} }) {
  const place = useRef(null);
  const made = useRef(null);
  const calls = useRef({});
  calls.current = { text, schema, onType, onRun, onNext, onFocus };
  useEffect(() => {
    let gone = false;
    let timer = null;
    load().then((cm) => {
      if (gone) return;
      const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
      const [speaks, marks] = [new cm.Compartment(), new cm.Compartment()];
      const now = () => made.current.view.state.doc.toString();
      const run = () => {
        clearTimeout(timer);
        calls.current.onRun(now());
        return true;
      };
      const next = () => {
        clearTimeout(timer);
        (calls.current.onNext ?? calls.current.onRun)(now());
        return true;
      };
      const typed = cm.EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some((one) => one.isUserEvent("set"))) return;
        clearTimeout(timer);
        timer = setTimeout(() => calls.current.onType(now()), WAIT);
      });
      const view = new cm.EditorView({
        root,
        parent: root,
        doc: calls.current.text,
        extensions: [
          cm.Prec.highest(cm.keymap.of([{ key: "Mod-Enter", run }, { key: "Shift-Enter", run: next }])),
          cm.basicSetup,
          marks.of([]),
          speaks.of(language(cm, calls.current.schema)),
          colours(cm),
          typed,
          cm.EditorView.lineWrapping,
          cm.EditorView.contentAttributes.of({ "aria-label": label }),
          cm.EditorView.domEventHandlers({ focus: () => calls.current.onFocus() }),
          cm.EditorView.theme(LOOK),
        ],
      });
      made.current = { cm, view, speaks };
      handle.current = {
        text: now,
        focus: () => view.focus(),
        insert(name) {
          view.dispatch(view.state.replaceSelection(name), { userEvent: "input" });
          view.focus();
        },
        mark(line) {
          const look = cm.EditorView.theme({ [`.cm-content > .cm-line:nth-child(${line})`]: WRONG });
          view.dispatch({ effects: marks.reconfigure(line ? look : []) });
        },
        goTo(line) {
          const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines));
          view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
          view.focus();
        },
      };
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      made.current?.view.destroy();
      made.current = handle.current = null;
    };
  }, []);
  useEffect(() => {
    const at = made.current;
    if (at && schema) at.view.dispatch({ effects: at.speaks.reconfigure(language(at.cm, schema)) });
  }, [schema]);
  useEffect(() => {
    const view = made.current?.view;
    if (view && view.state.doc.toString() !== text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: "set" });
    }
  }, [text]);
  return html`<div class="code" ref=${place}></div>`;
}
