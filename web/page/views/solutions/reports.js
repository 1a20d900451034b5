// Aggregated reports: the strategy on many flops of a game, as tables and bars.
import { change, go } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { Buttons, Choice, numberIn, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, counted, Picture, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";
import { keepSort, sortOf } from "./sort.js";

const KINDS = [["flops", "Flops"], ["texture", "Textures"], ["hands", "Hands"], ["sizes", "Sizes"]];
const TEXTURES = ["all", "suits", "pairing", "high", "connected", "straights"];
const FILTERS = {
  suits: ["Suits", ["any", "monotone", "two-tone", "rainbow"]],
  pairing: ["Pairing", ["any", "unpaired", "paired", "trips"]],
  high: ["Highest", ["any", ..."AKQJT98765432"]],
  texture: ["Grouped by", TEXTURES],
};
const OF = { flops: ["suits", "pairing", "high"], texture: ["texture"], hands: ["suits", "pairing", "high"], sizes: ["texture"] };
const SUBSETS = [1755, 184, 95, 49, 22].map((size) => [String(size), size === 1755 ? "all that are solved" : `a subset of ${size}`]);

const number = (field, title, digits = 2, tip = undefined) => ({ field, title, kind: "number", digits, tip });
const PLAYED = [
  number("fold", "Fold %"), number("check_call", "Check, call %"), number("bet_raise", "Bet, raise %"),
  { field: "actions", title: "Actions, %" }, number("equity_percent", "Equity %"), number("value", "EV", 2, "Chips, the mean over the range"),
  { field: "realised", title: "Realised %", kind: "percent", digits: 1, tip: "What it wins, in parts of its equity of the pot" },
];
const DEALS = number("deals", "Deals %", 2, "Of the deals of a flop and both hands that come here");
const COLUMNS = {
  flops: [{ field: "board", title: "Flop", kind: "cards", frozen: true }, DEALS, ...PLAYED, number("exploitability", "Exploitability %", 3)],
  texture: [{ field: "kind", title: "Flops", frozen: true }, { field: "flops", title: "How many", kind: "count" }, DEALS, ...PLAYED],
  hands: [{ field: "kind", title: "Hand", frozen: true }, DEALS, { field: "action", title: "Action" }, number("percent", "How often %"), number("value", "EV"), number("equity_percent", "Equity %")],
  sizes: [
    { field: "kind", title: "Flops", frozen: true }, { field: "action", title: "Action" }, { field: "flops", title: "How many", kind: "count" },
    { field: "most_on", title: "Taken most on", kind: "count" }, number("most_on_deals", "… of the deals %"), number("percent", "How often %"), number("value", "EV"), number("equity_percent", "Equity %"),
  ],
};
const SORTS = { flops: ["bet_raise", "desc"], texture: ["bet_raise", "desc"], hands: ["deals", "desc"], sizes: ["kind", "asc"] };

export function Reports({ params }) {
  const { answer, problem } = useAnswer("solved_games", {});
  const games = rowsOf(answer);
  const game = games.find((each) => String(each.game) === params.get("game")) ?? games.at(-1);
  const decisions = game ? answer.data.decisions[game.game] : [];
  // The first decision with a choice.
  const line = (params.get("line") ?? decisions.find(({ actions }) => actions.includes(","))?.line ?? "").trim();
  return html`<section class="panel" aria-label="Games">
      <h2>Reports over flops</h2>
      <${Wrong} problem=${problem} />
      ${answer && !game && html`<p>The lake has no solved flops; solve some with <code>pokerlake solve --from flops.csv</code>.</p>`}
      ${game && html`<${Game} game=${game} games=${games} decisions=${decisions} line=${line} params=${params} />`}
    </section>
    ${game && html`<${Report} game=${game} line=${line} params=${params} /><${Bars} game=${game} line=${line} params=${params} />`}`;
}

function Game({ game, games, decisions, line, params }) {
  const lines = decisions.map((each) => [each.line, `${each.player} ${each.line ? `after ${each.line}` : "first"}, pot ${each.pot}: ${each.actions.split(",").join(", ")}`]);
  const kind = params.get("kind") ?? "flops";
  return html`<p class="small">${counted(game.flops, "flop")}, ${game.deals.toFixed(1)} % of all that are dealt; pot ${count(game.pot)}, stacks ${count(game.stack)}, bets ${game.bets}. Exploitability ${game.exploitability.toPrecision(3)} % of the pot on average, and ${game.worst.toPrecision(3)} % on the worst flop.</p>
    <div class="row">
      <${Choice} label="Game" value=${String(game.game)} options=${games.map((each) => [String(each.game), `${each.game}: ${each.name || "no name"}`])} onChange=${(value) => change({ game: value, line: "" })} />
      <${Choice} label="Decision" value=${line} options=${lines} onChange=${(value) => change({ line: value || " " })} />
    </div>
    <details class="small"><summary class="muted">Ranges</summary>
      <p><strong>oop</strong> <span class="text">${game.oop}</span></p><p><strong>ip</strong> <span class="text">${game.ip}</span></p></details>
    <div class="above"><${Buttons} label="Report of" value=${kind} options=${KINDS} onChange=${(value) => change({ kind: value === "flops" ? "" : value, s: "" })} /></div>`;
}

function Report({ game, line, params }) {
  const known = params.get("kind") ?? "flops";
  const kind = COLUMNS[known] ? known : "flops";
  const asked = { kind, game: game.game, line, subset: numberIn(params.get("subset") ?? "1755") };
  for (const name of OF[kind]) if (params.has(name)) asked[name] = params.get(name);
  const { answer, problem, busy } = useAnswer("solved_report", asked);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const current = answer && Object.keys(answer.table.columns).includes(COLUMNS[kind][0].field);
  const sort = sortOf(params, COLUMNS[kind], SORTS[kind]);
  const open = (row) => go("solutions", { spot: row.spot, line: asked.line });
  return html`<section class="panel" aria-label="Report" aria-busy=${busy}>
    <div class="row">
      ${OF[kind].map((name) => {
        const [label, values] = FILTERS[name];
        return html`<${Choice} key=${name} label=${label} value=${params.get(name) ?? values[0]} options=${values.map((value) => [value, value])}
          onChange=${(value) => change({ [name]: value === values[0] ? "" : value })} />`;
      })}
      <${Choice} label="Flops" value=${params.get("subset") ?? "1755"} options=${SUBSETS} onChange=${(value) => change({ subset: value === "1755" ? "" : value })} />
    </div>
    <${Wrong} problem=${problem} />
    ${current && !problem && html`<p class="muted small">${counted(rows.length, "row")}.${kind === "flops" ? " A row opens the flop's tree." : ""}${rows.length ? "" : " The game lacks flops of the subset, or none is left by the filters."}</p>
      <${DataTable} key=${kind} label="Report" columns=${COLUMNS[kind]} rows=${rows} sort=${sort}
        onSort=${keepSort} onRow=${kind === "flops" ? open : null} />`}
    <${Same} of=${answer?.same} />
  </section>`;
}

function Bars({ game, line, params }) {
  const by = params.get("bars") ?? "";
  const asked = by ? { game: game.game, line, by, subset: numberIn(params.get("subset") ?? "1755") } : null;
  const { answer, problem } = useAnswer("report_picture", asked);
  return html`<section class="panel" aria-label="Picture">
    <h2>As bars</h2>
    <${Buttons} label="A bar for each" value=${by} options=${[["", "None"], ["flop", "Flop"], ...TEXTURES.slice(1).map((name) => [name, name[0].toUpperCase() + name.slice(1)])]} onChange=${(bars) => change({ bars })} />
    <${Wrong} problem=${by ? problem : null} />
    ${by && answer && !problem && html`<${Picture} svg=${answer.data.svg} label="How often each action is taken" /><${Same} of=${answer.same} />`}
  </section>`;
}
