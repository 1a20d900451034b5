// The first page: what this is, and six pictures of questions, each a link to a filled-in view.
import { addressOf } from "../address.js";
import { needs } from "../parts/styles.js";
import { html } from "../vendor/preact.js";

needs("views/home.css");

const PICTURES = [
  ["distribution", "Equity", "Two ranges on a board, exactly, while they are painted",
    ["equity", { p: ["22+, A2s+, KTs+, AJo+", "top 40%"], b: "3h4sJh" }]],
  ["flop", "Board", "How good each hand is on a flop, turn or river",
    ["board", { b: "3h4sJh" }]],
  ["texture", "Flops", "One range or two on all 1,755 flops",
    ["flops", { p: "22+, A2s+, KTs+, AJo+" }]],
  ["jam", "Preflop", "Push or fold by stacks, antes and prizes; rankings; whole strategies",
    ["preflop", { show: "pushfold" }]],
  ["strategy", "Solutions", "Spots after the flop, solved: line by line, or over many flops",
    ["solutions", { v: "solve", oop: "QQ+,AK,KTs,T9s", ip: "JJ-88,AQ,KQs,J9s", b: "QsJh2h8c3d" }]],
  ["pluribus", "Hands", "Your own hands: results, luck, statistics, and each hand stepped through",
    ["hands", {}]],
];

export default function Home() {
  return html`<h1>Poker, the whole game as data: exact, on your machine</h1>
    <p>Each view below asks the engine and the tables of the lake. Its address has all that you chose, and below
      each answer stands what gives the same in Python, in <a href=${addressOf("sql")}>SQL</a> or by a command.</p>
    <ul class="pictures">
      ${PICTURES.map(
        ([picture, title, about, to]) => html`<li><a class="panel" href=${addressOf(...to)}>
          <span class="picture"><img src=${`pictures/${picture}.svg`} alt="" width="400" height="250" loading="lazy" /></span>
          <strong>${title}</strong>
          <span class="muted">${about}</span>
        </a></li>`,
      )}
    </ul>`;
}
