// The keys of a view, shown by "?".
import { html, useEffect, useRef } from "../vendor/preact.js";
import { needs } from "./styles.js";

needs("parts/help.css");

const GRID = [["arrow keys", "go through a grid of hands"], ["Space", "puts the hand in or out"], ["Shift + arrow key", "carries its weight on"], ["Ctrl-Z, Ctrl-Shift-Z", "undo, redo what was painted"]];
const BOARD = [
  ["r", "a random flop"], ["n", "a random turn or river"], ["x", "clear the board"], ["1 … 5", "choose a card of the board; the next pick takes its place"],
  ["arrow keys", "go through the deck, once it has the focus"], ["a h", "in the deck: rank and suit put the ace of hearts in or out"], ["Ctrl-V", "a board from the clipboard: JhTh2s or J♥ T♥ 2♠"],
];
const ROWS = [["arrow keys, Enter", "go through rows of a table, and open one"], ["Enter", "at the head of a column: sort by it"]];
const OF = {
  equity: [["Cards", BOARD], ["Ranges", GRID]],
  board: [["Cards", BOARD], ["Grid and list", [["arrow keys, Enter", "go through the grid, and open a hand"], ...ROWS]]],
  flops: [["Ranges", GRID], ["Tables", ROWS]],
  preflop: [["Grid", [["arrow keys, Enter", "go through a grid of hands, and open one"]]], ["Ranges", GRID], ["Tables", ROWS]],
  solutions: [["Grid", [["arrow keys, Enter", "go through a grid of hands, and open one"]]], ["Cards", BOARD.slice(4, 6)], ["Tables", ROWS]],
  hands: [["Tables", ROWS]],
  hand: [["Steps", [["← →", "a step back or on"], ["Home, End", "the first step, the last"]]]],
  sql: [["Cells", [["Ctrl-Enter", "run the cell"], ["Shift-Enter", "run it, and go on to the next"], ["Ctrl-Space", "complete a name"], ["Ctrl-Z, Ctrl-Y", "undo, redo"], ["Tab", "leave the editor"]]], ["Tables", ROWS]],
};

/** view is its name; views [[name, title, key], …] are those that "g" and a key lead to. */
export function Help({ view, views, onClose }) {
  const place = useRef(null);
  useEffect(() => place.current.showModal(), []);
  const everywhere = [["?", "these keys"], ...views.map(([, title, key]) => [`g ${key}`, title]), ["Tab", "from part to part; the first leads past the header"]];
  return html`<dialog class="help" aria-labelledby="help-title" ref=${place} onClose=${onClose} onClick=${(event) => event.target === place.current && place.current.close()}>
    <div class="row apart"><h2 id="help-title">Keys</h2><button type="button" onClick=${() => place.current.close()}>Close</button></div>
    <div class="key-lists">${[...(OF[view] ?? []), ["Everywhere", everywhere]].map(([title, keys]) => html`<section key=${title}>
      <h3>${title}</h3><dl>${keys.map(([key, what]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    </section>`)}</div>
  </dialog>`;
}
