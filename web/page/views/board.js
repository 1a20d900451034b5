// Board: the worth of every hole on a flop, turn or river, as a grid and as a list.
import { addressOf, change } from "../address.js";
import { rowsOf, useAnswer } from "../ask.js";
import { BoardPicker } from "../parts/board.js";
import { Cards, cardsIn } from "../parts/cards.js";
import { Choice, numberIn, problemOf, TextField, Wrong } from "../parts/fields.js";
import { NAMES } from "../parts/named/list.js";
import { DataTable } from "../parts/table.js";
import { count, percent, Same } from "../parts/told.js";
import { html, useMemo } from "../vendor/preact.js";
import { Grid, MEASURES, measuresOf } from "./board/grid.js";
import { Hole } from "./board/hole.js";

const CATEGORIES = [
  "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind",
  "two pair", "one pair", "high card",
];
const FIRST = "3h4sJh"; // if the address has no board
const BLANK = " "; // a board that was emptied

/** The request, from the address. */
function askedBy(params) {
  const asked = { board: params.get("b") ?? FIRST, villain: params.get("v") ?? "" };
  const opponents = numberIn(params.get("n") ?? "1");
  return { ...asked, opponents: asked.villain.trim() ? 1 : opponents };
}

const columnsOf = (street) => [
  { field: "hole", title: "Hole", kind: "cards", frozen: true },
  { field: "rank", title: "Rank", kind: "count" },
  ...measuresOf(street)
    .filter((name) => name !== "category" && name !== "hole_percentile")
    .map((name) => ({ field: name, title: MEASURES[name].title, kind: "percent", tip: MEASURES[name].tip })),
  { field: "category", title: "Makes" },
  { field: "hand", title: "Hand" },
  { field: "hole_percentile", title: "Top %", kind: "number", digits: 2, tip: MEASURES.hole_percentile.tip },
  { field: "class", title: "In full" },
];

/** Whether a hand or hole matches a search: AKs, AK (both), 77, AhKd, Ah. */
export function isNamed(row, looked) {
  return (
    row.hand.toLowerCase().startsWith(looked) ||
    row.hole.toLowerCase() === looked ||
    row.hole.slice(0, 2).toLowerCase() === looked ||
    row.hole.slice(2).toLowerCase() === looked ||
    (row.hole.slice(2) + row.hole.slice(0, 2)).toLowerCase() === looked
  );
}

export default function Board({ params }) {
  const asked = askedBy(params);
  const range = params.get("r") ?? "";
  const cards = cardsIn(asked.board);
  const blank = !asked.board.trim();
  const { answer, problem, busy } = useAnswer("board", blank ? null : { ...asked, range });
  const street = answer ? cardsIn(answer.data.board).length : 3;
  const all = useMemo(() => rowsOf(answer), [answer]);
  const category = params.get("c") ?? "";
  const name = (params.get("hand") ?? "").trim().toLowerCase();
  // The grid shows all hands; a name filters only the list.
  const chosen = useMemo(
    () => all.filter((row) => row.range_weight > 0 && (!category || row.category === category)),
    [all, category],
  );
  const rows = useMemo(() => (name ? chosen.filter((row) => isNamed(row, name)) : chosen), [chosen, name]);
  const usual = asked.opponents > 1 ? "ehs" : "equity"; // heads-up
  const sort = (params.get("s") ?? `${usual}:desc`).split(":");
  const columns = useMemo(() => columnsOf(street), [street]);
  const pick = (hole, named) => change({ h: hole, ...(named ? { hand: named } : {}) }, { push: true });
  const own = all.find((row) => row.hole === params.get("h"))?.hand;
  const alike = useMemo(() => all.filter((row) => row.hand === own), [all, own]);
  const [measure, hand] = [params.get("m") ?? usual, params.get("hand")];
  // Recomputed only when what it shows changes: 169 cells take longer than sorting a list.
  const grid = useMemo(() => {
    const open = (picked) => {
      const best = chosen.find((row) => row.hand === picked);
      if (picked === hand) change({ hand: "" }, { push: true });
      else if (best) pick(best.hole, picked);
    };
    return html`<${Grid} rows=${chosen} street=${street} measure=${measure} picked=${hand} onPick=${open} />`;
  }, [chosen, street, measure, hand]);
  const general = problem && !["board", "villain", "range"].includes(problem.field) ? problem : null;
  return html`<h1 class="hidden">Board</h1>
    <div class="columns">
      <div>
        <section class="panel" aria-label="Cards and opponents">
          <${TextField} label="Board" value=${asked.board} placeholder=${FIRST} problem=${problemOf(problem, "board")} onChange=${(b) => change({ b: b || BLANK })} />
          ${blank && html`<p class="muted">Pick three, four or five cards.</p>`}
          <${BoardPicker} cards=${cards} onChange=${(next) => change({ b: next.join("") || BLANK }, { push: true })} />
          <${Opponent} asked=${asked} problem=${problem} />
        </section>
        <section class="panel" aria-label="Hands" data-stale=${Boolean(problem)}>
          ${grid}
        </section>
      </div>
      <div>
        <${Hole} asked=${asked} params=${params} street=${street} alike=${alike} onHole=${(hole) => pick(hole)} />
        <section class="panel" aria-label="Holes" aria-busy=${busy} data-stale=${Boolean(problem)}>
          <h2>Holes</h2>
          <div class="filters">
            <${TextField} label="Hand or hole" value=${params.get("hand") ?? ""} placeholder="AKs, 77 or AhKd" onChange=${(hand) => change({ hand })} />
            <${Choice} label="What it makes" value=${category} options=${[["", "anything"], ...CATEGORIES.map((each) => [each, each])]} onChange=${(c) => change({ c })} />
            <${TextField} label="In the range" value=${range} placeholder="22+,A2s+" list=${NAMES} problem=${problemOf(problem, "range")} onChange=${(r) => change({ r })} />
          </div>
          <${Wrong} problem=${general} />
          ${answer && html`<p class="muted small" aria-live="polite">${count(rows.length)} of ${count(all.length)} holes${mean(rows)}</p>
            <${DataTable} label="Holes" columns=${columns} rows=${rows} sort=${sort}
              onRow=${(row) => pick(row.hole)} onSort=${([field, dir]) => change({ s: `${field}:${dir}` })} />`}
          <${Same} of=${answer?.same} />
        </section>
      </div>
    </div>`;
}

function mean(rows) {
  const known = rows.filter((row) => row.equity !== null);
  const weight = known.reduce((sum, row) => sum + row.range_weight, 0);
  if (!weight) return "";
  const equity = known.reduce((sum, row) => sum + row.range_weight * row.equity, 0) / weight;
  return `: ${percent(equity)} equity on average`;
}

function Opponent({ asked, problem }) {
  const ranged = asked.villain.trim() !== "";
  return html`<div class="filters above">
      <${TextField} label="Opponent's range" value=${asked.villain} placeholder="any hand" list=${NAMES} problem=${problemOf(problem, "villain")} onChange=${(v) => change({ v })} />
      ${!ranged && html`<${Choice} label="Opponents" value=${String(asked.opponents)} options=${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [String(n), String(n)])} onChange=${(n) => change({ n: n === "1" ? "" : n })} />`}
    </div>
    <p class="muted small">
      ${ranged ? html`Each hole meets this range. <button type="button" onClick=${() => change({ v: "" }, { push: true })}>Any hand instead</button>` : asked.opponents > 1 ? "Against several, HS and EHS are an approximation; equity is against one." : ""}
      ${" "}<a href=${addressOf("flops", { p: asked.villain || "top 15%" })}>All flops</a>
    </p>`;
}

