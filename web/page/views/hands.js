// Imported hands: statistics by anything, luck, what a player showed, and his winnings over time.
import { addressOf, change, go } from "../address.js";
import { rowsOf } from "../ask.js";
import { ABSENT, Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../parts/fields.js";
import { ValueGrid } from "../parts/hands.js";
import { textOf } from "../parts/ranges.js";
import { colourOf } from "../parts/scale.js";
import { DataTable } from "../parts/table.js";
import { count, Picture, Same } from "../parts/told.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { TABLES } from "./hands/columns.js";
import { Drop, dropped, isDropped, List, useHands } from "./hands/dropped.js";
import Statistics from "./hands/statistics.js";

const VIEWS = [
  ["results", "Statistics"], ["winnings", "Winnings"], ["luck", "Luck"], ["allins", "All-ins"], ["finals", "Last tables"], ["range", "Range"],
  ["strengths", "Strength"], ["habits", "Habits"],
];
const OF_FILES = [["list", "Hands"], ...VIEWS]; // of dropped files
const ALONE = ["winnings", "range", "strengths"]; // views of one player
const FACING = [["any", "anything"], ["nothing", "nobody in"], ["limp", "callers"], ["raise", "a raise"], ["3-bet", "a 3-bet"], ["4-bet", "a 4-bet"]];
const ACTIONS = [["raise", "raises"], ["call", "calls"], ["call,raise", "raises or calls"], ["fold", "folds"], ["check", "checks"]];
const POSITIONS = ["*", "UTG", "UTG+1", "MP", "HJ", "CO", "BTN", "SB", "BB"];
const FEW_DEALS = 5;
const STREETS = ["any", "preflop", "flop", "turn", "river"];

const NONE = html`The lake has no hands yet. <code>pokerlake import FILES</code> puts files of any size into it.`;

export default function Hands({ params }) {
  const { answer, problem, busy } = useHands("played", { query: "hands_played" }, params);
  const stakes = rowsOf(answer);
  return html`<h1 class="hidden">Hands</h1>
    <${Drop} params=${params} />
    ${problem && html`<section class="panel"><h2>Hands that were played</h2>${problem.status === ABSENT && !isDropped(params) ? html`<p>${NONE}</p>` : html`<${Wrong} problem=${problem} />`}</section>`}
    ${busy && !answer && isDropped(params) && html`<p class="muted" role="status">Reading …</p>`}
    ${answer && !stakes.length && html`<section class="panel"><p>${NONE}</p></section>`}
    ${stakes.length > 0 && !problem && (dropped.value || !isDropped(params)) && html`<${Played} key=${isDropped(params) ? dropped.value.packed : ""} stakes=${stakes} params=${params} />`}`;
}

function Played({ stakes, params }) {
  const views = isDropped(params) ? OF_FILES : VIEWS;
  const [[usual]] = views;
  const show = views.some(([name]) => name === params.get("show")) ? params.get("show") : usual;
  const players = useMemo(() => playersOf(stakes), [stakes]);
  const alone = ALONE.includes(show);
  const player = params.get("player") ?? (alone ? players[0] : "*");
  const which = {
    player,
    since: params.get("since") ?? "any",
    until: params.get("until") ?? "any",
    big_blind: numberIn(params.get("bb") ?? "0"),
  };
  const [problem, setProblem] = useState(null);
  const View = { list: List, results: Statistics, winnings: Winnings, luck: Luck, range: Range }[show] ?? Rows;
  return html`<section class="panel" aria-label="Which hands">
      ${show !== "list" && html`<${Filters} players=${players} stakes=${stakes} which=${which} alone=${alone} params=${params} show=${show} problem=${problem} />`}
      <${Buttons} label="What is shown" value=${show} options=${views} onChange=${(name) => change({ show: name === usual ? "" : name }, { push: true })} />
    </section>
    <section class="panel" aria-label="What was found"><${View} key=${show} which=${which} params=${params} show=${show} onProblem=${setProblem} /></section>`;
}

/** Players, those with the most hands first. */
function playersOf(stakes) {
  const hands = new Map();
  for (const row of stakes) hands.set(row.player, (hands.get(row.player) ?? 0) + row.hands);
  return [...hands].sort((a, b) => b[1] - a[1]).map(([player]) => player);
}

function Filters({ players, stakes, which, alone, params, show, problem }) {
  const blinds = new Map(stakes.map((row) => [row.big_blind, `${row.small_blind}/${row.big_blind} ${row.played_for}`]));
  const days = stakes.flatMap((row) => [row.first_day, row.last_day]).filter(Boolean).sort();
  return html`<div class="filters">
    <div>
      <${TextField} label=${alone ? "Player" : "Player, * for all"} value=${which.player} list="players" problem=${problemOf(problem, "player")}
        onChange=${(name) => change({ player: name.trim() })} />
      <datalist id="players">${players.map((name) => html`<option key=${name} value=${name} />`)}</datalist>
    </div>
    ${days.length > 0 && html`<${TextField} label="From the day" value=${params.get("since") ?? ""} placeholder=${days[0]} problem=${problemOf(problem, "since")} onChange=${(day) => change({ since: day.trim() })} />
    <${TextField} label="To the day" value=${params.get("until") ?? ""} placeholder=${days.at(-1)} problem=${problemOf(problem, "until")} onChange=${(day) => change({ until: day.trim() })} />`}
    <${Choice} label="Stakes" value=${String(which.big_blind)} options=${[["0", "any"], ...[...blinds].map(([big, text]) => [String(big), text])]}
      onChange=${(big) => change({ bb: big === "0" ? "" : big })} />
    ${show === "range" && html`<${Choice} label="What he does" value=${params.get("action") ?? "raise"} options=${ACTIONS} onChange=${(action) => change({ action })} />
      <${Choice} label="Before him" value=${params.get("facing") ?? "any"} options=${FACING} onChange=${(facing) => change({ facing })} />
      <${Choice} label="Position" value=${params.get("position") ?? "*"} options=${POSITIONS.map((name) => [name, name === "*" ? "any" : name])} onChange=${(position) => change({ position })} />`}
    ${["strengths", "habits"].includes(show) && html`<${Choice} label="Street" value=${streetOf(params, show)} options=${STREETS.filter((name) => show === "strengths" || name !== "preflop").map((name) => [name, name])} onChange=${(street) => change({ street })} />`}
    ${show === "winnings" && html`<${Choice} label="Counted in" value=${params.get("unit") ?? "bb"} options=${[["bb", "big blinds"], ["chips", "chips"]]} onChange=${(unit) => change({ unit })} />
      <${Choice} label="Along" value=${params.get("along") ?? "hands"} options=${[["hands", "hands"], ["days", "days"]]} onChange=${(along) => change({ along })} />
      <${Choice} label="Lines" value=${params.get("lines") ?? "results"} options=${[["results", "results"], ["stakes", "stakes"]]} onChange=${(lines) => change({ lines })} />
      <${Choice} label="Played" value=${params.get("kind") ?? "cash"} options=${[["cash", "cash games"], ["tournaments", "tournaments"]]} onChange=${(kind) => change({ kind })} />`}
  </div>`;
}

const streetOf = (params, show) => params.get("street") ?? (show === "strengths" ? "river" : "any");
/** A problem that no field of the filters shows already. */
const general = (problem) => (["player", "since", "until"].includes(problem?.field) ? null : problem);

function Luck(given) {
  return html`<${Statistics} ...${given} title="Luck of players in all-ins" asks="luck" usual="hands, luck_100, ev_bb_100, bb_100" />`;
}

function Winnings({ which, params, onProblem }) {
  const { where, player } = decisionsOf(which, {});
  const [unit, by, lines] = [["unit", "bb"], ["along", "hands"], ["lines", "results"]].map(([name, usual]) => params.get(name) ?? usual);
  const asked = { player, where: params.get("kind") === "tournaments" ? [...where, "tournament!="] : where, unit, by, lines };
  const { answer, problem, busy } = useHands("winnings", player ? asked : null, params);
  useEffect(() => onProblem(problem), [problem]);
  return html`<h2>Winnings over time</h2>
    ${!player && html`<p class="muted">Name one player.</p>`}
    <${Wrong} problem=${general(problem)} />
    ${busy && html`<p class="muted" role="status">Counting …</p>`}
    ${answer && !problem && html`<${Picture} svg=${answer.data.svg} label=${`Winnings of ${player} by ${by}, and with all-ins at their equity`} />
      ${lines === "results" && html`<p class="muted small">Where the betting was over before the river, all-in EV has his share of the pot by his equity then. What is between the lines is luck.</p>`}
      <${Same} of=${answer.same} />`}`;
}

/** The choice of decisions: conditions, and a player. */
function decisionsOf({ player, since, until, big_blind: bb }, given) {
  const equal = Object.entries(given).filter(([, value]) => !["any", "*"].includes(value)).map(([name, value]) => `${name}=${value}`);
  const days = [["day>=", since], ["day<=", until]].filter(([, day]) => day !== "any").map(([name, day]) => name + day);
  return { where: [...equal, ...days, ...(bb ? [`big_blind=${bb}`] : [])], player: player === "*" ? "" : player };
}

function Range({ which, params, onProblem }) {
  const given = { street: "preflop", facing: params.get("facing") ?? "any", position: params.get("position") ?? "*" };
  const asked = { ...decisionsOf(which, given), action: params.get("action") ?? "raise" };
  const { answer, problem, busy } = useHands("shown", asked, params);
  useEffect(() => onProblem(problem), [problem]);
  const rows = problem ? [] : rowsOf(answer).filter((row) => row.dealt);
  const shareOf = (row) => row.percent ?? row.share;
  const most = Math.max(1, ...rows.map(shareOf));
  const whole = rows.every((row) => row.percent !== null);
  const cells = Object.fromEntries(
    rows.map((row) => [
      row.hand,
      { ground: colourOf(shareOf(row), 0, whole ? 100 : most), pale: row.dealt < FEW_DEALS, text: row.dealt < FEW_DEALS ? `${row.taken}/${row.dealt}` : `${Math.round(shareOf(row))}`,
        tip: `${row.taken} of ${row.dealt}, ${row.percent_low.toFixed(1)} to ${row.percent_high.toFixed(1)} %` },
    ]),
  );
  const text = textOf(Object.fromEntries(rows.filter((row) => row.range_weight).map((row) => [row.hand, row.range_weight])));
  return html`<h2>The range he showed</h2>
    <${Wrong} problem=${general(problem)} />
    ${busy && html`<p class="muted" role="status">Counting …</p>`}
    ${rows.length > 0 && html`${answer.data.summary.split("\n").map((line) => html`<p class="small">${line}.</p>`)}<p class="small">Each cell has the percentage ${whole ? `of the times that he held it; fewer than ${FEW_DEALS} are pale, and told as they are` : "of the hands that were shown"}.
        ${text && html` <a href=${addressOf("equity", { p: [text, "random"] })}>Equity of this range</a>`}</p>
      <${ValueGrid} label="How often he does it with each hand" cells=${cells} />`}
    ${answer && !busy && !rows.length && !problem && html`<p class="muted">No hand of his is known in such a spot.</p>`}
    ${!problem && html`<${Same} of=${answer?.same} />`}`;
}

const HAND = ["the hand", (row, of) => row.hand_id !== null && go("hand", { id: row.hand_id, of })];
const OPENS = { allins: HAND, finals: HAND, strengths: HAND };

/** A table of rows of a named query, or of a question about decisions. */
function Rows({ which, params, show, onProblem }) {
  const { query, question, title, told, columns } = TABLES[show];
  const street = streetOf(params, show);
  const asked = question ? decisionsOf(which, { street }) : { query, ...which, ...(show === "strengths" ? { street } : {}) };
  const { answer, problem, busy } = useHands(question ?? "played", asked, params);
  useEffect(() => onProblem(problem), [problem]);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  return html`<h2>${title}</h2>
    <${Wrong} problem=${general(problem)} />
    ${busy && html`<p class="muted" role="status">Counting …</p>`}
    ${answer && !problem && html`<p class="muted small">${told}${OPENS[show] ? ` A row opens ${OPENS[show][0]}.` : ""}${answer.data.cut ? " The first 2,000 rows are shown." : ""}</p>
      <div data-query=${question ?? query}><${DataTable} label=${title} columns=${columns} rows=${rows} paged=${rows.length > 50 ? 25 : 0} height=${null}
        onRow=${OPENS[show] ? (row) => OPENS[show][1](row, params.get("of")) : null} /></div>
      <${Same} of=${answer.same} />`}`;
}
