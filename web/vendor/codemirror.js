// CodeMirror with SQL, for the page with the editor alone.
//
// Its styles are made by script, and under `style-src 'self'` with neither a nonce nor
// 'unsafe-inline' they reach the page in one way only: inside a shadow root style-mod adopts a
// constructed stylesheet, which the policy lets pass; in the document it adds a <style> element, in
// Chromium too, and that is blocked. So an editor lives in a shadow root:
//
//     const root = host.attachShadow({ mode: "open" });
//     new EditorView({ root, parent: root, doc, extensions });
//
// `root` is named since a host that is not in the document yet has no root to be found. Custom
// properties of the page reach into the shadow root, so `EditorView.theme` and `HighlightStyle` may
// say `var(--ink)`; stylesheets of the page do not. What CodeMirror sets through `element.style`, the
// policy does not touch. Tooltips stay inside of the editor, unless `tooltips({ parent })` moves them.
import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { minimalSetup } from "codemirror";

// CodeMirror's own basicSetup less search, folding and linting. Tab leaves the editor.
export const basicSetup = [
  keymap.of(closeBracketsKeymap),
  minimalSetup,
  lineNumbers(),
  highlightActiveLine(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
];

export {
  acceptCompletion,
  autocompletion,
  completeFromList,
  completionKeymap,
  completionStatus,
  ifNotIn,
  snippetCompletion,
  startCompletion,
} from "@codemirror/autocomplete";
export {
  PostgreSQL,
  SQLDialect,
  StandardSQL,
  keywordCompletionSource,
  schemaCompletionSource,
  sql,
} from "@codemirror/lang-sql";
export { HighlightStyle, syntaxHighlighting, syntaxTree } from "@codemirror/language";
export { Compartment, EditorState, Prec } from "@codemirror/state";
export { EditorView, keymap, placeholder } from "@codemirror/view";
export { tags } from "@lezer/highlight";
