// Flops: a range, or one against another, on all flops or a subset: equity, strong hands, textures.
import { addressOf, change, go } from "../address.js";
import { rowsOf, useAnswer } from "../ask.js";
import { Choice, numberIn, problemOf, TextField, Wrong } from "../parts/fields.js";
import { NAMES } from "../parts/named/list.js";
import { RangeEditor } from "../parts/ranges.js";
import { DataTable } from "../parts/table.js";
import { count, counted, Figures, percent, Picture, Same } from "../parts/told.js";
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { filterOf, joined, KINDS, meansOf, summary, TEXTURES } from "./flops/rows.js";

const SIZES = [["1755", "all 1,755"], ["184", "184 for all"], ["95", "95 for all"], ["49", "49 for all"], ["22", "22 for all"]];
const STRONG = {
  equity: { title: "by equity", at: "80", unit: "Equity in %, at least" },
  hole_percentile: { title: "the best holes", at: "5", unit: "Best % of holes" },
  category: { title: "by category", at: "7", unit: "Category, or better" },
};
const CATEGORIES = [
  "straight flush", "four of a kind", "full house", "flush", "straight", "three of a kind", "two pair", "one pair",
].map((name, index) => [String(index + 1), name]);

/** A value once it has been stable for a moment: a question about it takes seconds. */
function useSettled(value, wait = 350) {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

const columnsOf = (two) => [
  { field: "board", title: "Flop", kind: "cards" },
  { field: "equity", title: "Equity", kind: "percent", tip: "Of the range, in %" },
  { field: "strong", title: "Strong", kind: "percent", tip: "The share of the range that is strong, in %" },
  ...(two ? [{ field: "other", title: "Other strong", kind: "percent", tip: "The same of the other range" }] : []),
  { field: "weight", title: "Weight", kind: "percent", tip: "Of all flops, in %" },
  { field: "suits", title: "Suits" },
  { field: "pairing", title: "Pairs" },
  { field: "high", title: "High", kind: "rank" },
  { field: "connected", title: "Connected", kind: "count", tip: "Most of its ranks that one straight can hold" },
  { field: "straights", title: "Straights", kind: "count", tip: "Pairs of ranks that make a straight with it" },
];

export default function Flops({ params }) {
  const hero = params.get("p") ?? "top 15%";
  const villain = params.get("v") ?? "";
  const by = STRONG[params.get("by")] ? params.get("by") : "equity";
  const at = params.get("at") ?? STRONG[by].at;
  const size = params.get("n") ?? "1755";
  const now = { hero, villain, by, at, size };
  const settled = useSettled(now);
  const whole = settled.hero.trim() !== "";
  const two = settled.villain.trim() !== "";
  const asked = whole ? { hero: settled.hero, villain: settled.villain, flops: numberIn(settled.size) } : null;
  const strong = (range) =>
    range.trim() && settled.at.trim() ? { range, by: settled.by, at: numberIn(settled.at) } : null;
  const equities = useAnswer("flops", asked);
  const own = useAnswer("flop_strong", strong(settled.hero));
  const others = useAnswer("flop_strong", strong(settled.villain));
  const last = useRef(null); // while the next is counted, with its progress
  if (!whole) last.current = null;
  else if (equities.answer?.table) last.current = equities.answer;
  const found = last.current;
  const busy = equities.busy || own.busy || others.busy;
  const of = found && own.answer;
  const rows = useMemo(
    () => (of ? joined(rowsOf(found), rowsOf(own.answer), two ? rowsOf(others.answer) : []) : []),
    [found, own.answer, others.answer, two],
  );
  const share = equities.busy && equities.answer && !equities.answer.table ? equities.answer.data.share : null;
  const problem = equities.problem;
  const wrong = { hero: problemOf(problem, "hero"), villain: problemOf(problem, "villain"), size: problemOf(problem, "flops") };
  const general = problem && !Object.values(wrong).some(Boolean) ? problem : null;
  const wrongAt = [own.problem, others.problem].find((each) => each && each.field !== "range");
  return html`<h1 class="hidden">Flops</h1>
    <section class="panel" aria-label="Ranges">
      <div class="columns">
        <${Player} title="Range" name="p" text=${hero} problem=${wrong.hero} />
        <${Player} title="Other range" name="v" text=${villain} problem=${wrong.villain} />
      </div>
      <div class="filters">
        <${Choice} label="Flops" value=${size} options=${SIZES} onChange=${(n) => change({ n: n === "1755" ? "" : n }, { push: true })} />
        <${Choice} label="Strong is" value=${by} options=${Object.entries(STRONG).map(([name, { title }]) => [name, title])} onChange=${(next) => change({ by: next === "equity" ? "" : next, at: "" }, { push: true })} />
        ${by === "category"
          ? html`<${Choice} label=${STRONG[by].unit} value=${at} options=${CATEGORIES} onChange=${(to) => change({ at: to })} />`
          : html`<${TextField} label=${STRONG[by].unit} value=${at} inputmode="decimal" problem=${wrongAt} onChange=${(to) => change({ at: to || " " })} />`}
      </div>
      <${Wrong} problem=${wrong.size} />
      <${Wrong} problem=${general} />
      <p class="muted small">${by === "category" ? "Hand and flop make that category now, or a better one." : "Strong is measured against one random hand at the river, whatever the other range."}</p>
    </section>
    ${share !== null && html`<p role="status">Counting all run-outs: ${percent(share, 0)} <progress max="1" value=${share} aria-label="How much is counted"></progress></p>`}
    ${!whole && html`<p class="muted">Give a range.</p>`}
    ${of && html`<${Found} rows=${rows} params=${params} two=${two} villain=${villain} hero=${hero} stale=${Boolean(problem) || busy} busy=${busy} />
      <section class="panel" aria-label="The same">
        ${[["equities", found.same], ["strong hands", own.answer.same]].map(([of, same]) => html`<${Same} key=${of} of=${same} title=${`The same elsewhere: ${of}`} />`)}
      </section>`}
    <${Textures} range=${settled.hero} params=${params} />`;
}

function Player({ title, name, text, problem }) {
  // The default range must not return to a field that was emptied.
  const set = (next, options) => change({ [name]: next || (name === "p" ? " " : "") }, options);
  return html`<div>
    <${TextField} label=${title} value=${text} problem=${problem} placeholder=${name === "v" ? "any hand" : "22+,A2s+,KTo+"} list=${NAMES} onChange=${(next) => set(next, { push: true })} />
    <details><summary class="muted small">Paint it</summary>
      <${RangeEditor} label=${title} text=${text} onChange=${(next, options) => set(next, options)} /></details>
  </div>`;
}

function Found({ rows, params, two, hero, villain, stale, busy }) {
  const wanted = Object.fromEntries(TEXTURES.map(([name]) => [name, params.get(name) ?? ""]));
  const text = params.get("t") ?? "";
  const [filter, wrong] = useMemo(() => filterOf(wanted, text), [JSON.stringify(wanted), text]);
  const shown = useMemo(() => rows.filter(filter), [rows, filter]);
  const columns = useMemo(() => columnsOf(two), [two]);
  const sort = (params.get("s") ?? "equity:desc").split(":");
  const means = meansOf(shown);
  return html`<section class="panel" aria-label="Flops" aria-busy=${busy} data-stale=${stale}>
      <h2>Flops</h2>
      <div aria-live="polite" data-mean=${means.equity}>
        ${shown.length === 0 ? html`<p>No flop is left.</p>` : html`<${Figures} of=${[
          ["Equity", percent(means.equity), `the mean by deals of ${counted(shown.length, "flop")}, ${percent(means.weight)} of all`],
          ["Strong", percent(means.strong), "of the range"],
          ...(two ? [["Other range strong", percent(means.other), "of it"]] : []),
        ]} />`}
      </div>
      <div class="filters">
        ${TEXTURES.map(([name, title]) => html`<${Choice} key=${name} label=${title} value=${wanted[name]} options=${[["", "any"], ...KINDS[name].map((kind) => [kind, kind])]} onChange=${(kind) => change({ [name]: kind })} />`)}
        <${TextField} label="Ranks or a flop" value=${text} problem=${wrong} placeholder="AK, 77 or AhKd7c" onChange=${(t) => change({ t })} />
      </div>
      <${DataTable} label="Flops" columns=${columns} rows=${rows} filter=${filter} sort=${sort}
        onRow=${(row) => go("board", { b: row.board, v: villain, r: hero })}
        onSort=${([field, dir]) => change({ s: `${field}:${dir}` })} />
    </section>
    <${Summary} rows=${shown} by=${params.get("g") ?? "suits"} two=${two} />`;
}

function Summary({ rows, by, two }) {
  const shown = TEXTURES.some(([name]) => name === by) ? by : "suits";
  const groups = summary(rows, shown);
  return html`<section class="panel" aria-label="By texture">
    <h2>By texture</h2>
    <${Choice} label="Texture" value=${shown} options=${TEXTURES} onChange=${(g) => change({ g: g === "suits" ? "" : g })} />
    <div class="scroll" tabindex="0" role="region" aria-label="Means by texture"><table class="plain">
      <caption class="hidden">Means by texture, by deals</caption>
      <thead><tr><th scope="col">Kind</th><th scope="col" class="number">Flops</th><th scope="col" class="number">% of all</th><th scope="col" class="number">Equity</th><th scope="col" class="number">Strong</th>${two && html`<th scope="col" class="number">Other strong</th>`}</tr></thead>
      <tbody>${groups.map(
        ({ kind, flops, means }) => html`<tr key=${kind}>
          <th scope="row"><a href=${addressOf("flops", withKind(shown, kind))}>${kind}</a></th>
          <td class="number">${count(flops)}</td><td class="number">${percent(means.weight)}</td>
          <td class="number" data-kind=${kind}>${percent(means.equity)}</td><td class="number">${percent(means.strong)}</td>
          ${two && html`<td class="number">${percent(means.other)}</td>`}</tr>`,
      )}</tbody>
    </table></div>
  </section>`;
}

function withKind(name, kind) {
  const next = new URLSearchParams(location.hash.split("?")[1] ?? "");
  next.set(name, kind);
  return next;
}

function Textures({ range, params }) {
  const shown = params.get("picture") === "1";
  const { answer, problem } = useAnswer("flop_picture", shown && range.trim() ? { range } : null);
  const toggle = (event) => event.currentTarget.open !== shown && change({ picture: event.currentTarget.open ? "1" : "" });
  return html`<section class="panel" aria-label="Picture"><details open=${shown} onToggle=${toggle}>
    <summary>The range by the texture of the flop, against a random hand</summary>
    <${Wrong} problem=${problem} />
    ${answer && html`<${Picture} svg=${answer.data.svg} label="Equity of the range by the texture of the flop" />`}
    <${Same} of=${answer?.same} />
  </details></section>`;
}
