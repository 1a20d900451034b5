// Board in Omaha: the best holes of four cards on a flop, and the place of one of them.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { BoardPicker } from "../../parts/board.js";
import { Cards, cardsIn, Deck } from "../../parts/cards.js";
import { Choice, numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, percent, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";

const FIRST = "3h4sJh"; // if the address has no board
const BLANK = " "; // a board that was emptied
const HOLES = 211876; // on a flop
const BEST = [["0.1", "best 0.1 %"], ["1", "best 1 %"], ["5", "best 5 %"], ["20", "best 20 %"]];
const COLUMNS = [
  { field: "rank", title: "Rank", kind: "count" },
  { field: "hole", title: "Hole", kind: "cards" },
  { field: "combos", title: "Combos", kind: "count" },
  { field: "equity", title: "Equity %", kind: "percent", tip: "At the river, against one random hole" },
  { field: "win_percent", title: "Win %", kind: "number", digits: 2 },
  { field: "tie_percent", title: "Tie %", kind: "number", digits: 2 },
  { field: "hole_percentile", title: "Top %", kind: "number", digits: 3, tip: "Holes that are as good or better, of 211,876" },
  { field: "class_name", title: "Has now" },
];

export default function Board({ params }) {
  const board = params.get("b") ?? FIRST;
  const hole = (params.get("h") ?? "").trim();
  const best = params.get("n") ?? "1";
  const cards = cardsIn(board);
  const whole = cards.length === 3;
  const { answer, problem, busy } = useAnswer("omaha_flop", whole || board.trim() ? { board, percent: numberIn(best) } : null);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const [field, direction] = (params.get("s") ?? "rank:asc").split(":");
  return html`<h1 class="hidden">Board in Omaha</h1>
    <div class="columns">
      <div>
        <section class="panel" aria-label="Flop">
          <${TextField} label="Flop" value=${board} placeholder=${FIRST} problem=${problemOf(problem, "board")} onChange=${(b) => change({ b: b || BLANK })} />
          ${!whole && html`<p class="muted">Pick three cards.</p>`}
          <${BoardPicker} label="Flop" cards=${cards} most=${3} onChange=${(next) => change({ b: next.join("") || BLANK }, { push: true })} />
        </section>
        <${Hole} board=${board} hole=${hole} taken=${cards} whole=${whole && !problem} />
      </div>
      <section class="panel" aria-label="Holes" aria-busy=${busy}>
        <h2>Holes</h2>
        <div class="filters"><${Choice} label="How many" value=${best} options=${BEST} onChange=${(n) => change({ n: n === "1" ? "" : n })} /></div>
        ${!problemOf(problem, "board") && html`<${Wrong} problem=${problem} />`}
        ${answer && html`<div data-stale=${Boolean(problem)}>
          <p class="muted small" aria-live="polite">${count(rows.reduce((sum, row) => sum + row.combos, 0))} of ${count(HOLES)} holes, ${count(rows.length)} up to suits; counted to the river against one random hole.</p>
          <${DataTable} label="Holes" columns=${COLUMNS} rows=${rows} sort=${[field, direction]} height="38rem"
            onRow=${(row) => change({ h: row.hole }, { push: true })} onSort=${([name, way]) => change({ s: `${name}:${way}` })} />
        </div>`}
        <${Same} of=${answer?.same} />
      </section>
    </div>`;
}

function Hole({ board, hole, taken, whole }) {
  const { answer, problem } = useAnswer("omaha_flop_hole", whole && hole ? { board, hole } : null);
  const [row] = rowsOf(answer);
  return html`<section class="panel" aria-label="One hole">
    <${TextField} label="One hole" value=${hole} placeholder="AsAhKsKh" problem=${problem} onChange=${(h) => change({ h })} />
    <details><summary class="muted small">Pick it</summary>
      <${Deck} label="One hole" cards=${cardsIn(hole)} taken=${taken} most=${4} onChange=${(next) => change({ h: next.join("") }, { push: true })} /></details>
    ${row && html`<p class="above" data-stale=${Boolean(problem)} data-hole=${row.hole} data-equity=${row.equity}><${Cards} of=${row.hole} />: ${row.class_name}; equity ${percent(row.equity)} at the river against one random hole, rank ${count(row.rank)}, top ${row.hole_percentile.toFixed(3)} %.
      <span> </span><a href=${addressOf("equity", { game: "omaha", p: [row.hole, "random"], b: board })}>Equity</a></p>`}
    <${Same} of=${answer?.same} />
  </section>`;
}
