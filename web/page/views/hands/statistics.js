// Statistics of imported hands by anything: a row for each cell, each value with its interval.
import { addressOf, change } from "../../address.js";
import { rowsOf } from "../../ask.js";
import { Buttons, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, Picture, Same } from "../../parts/told.js";
import { html, useEffect, useMemo } from "../../vendor/preact.js";
import { useHands } from "./dropped.js";

const USUAL = "vpip, pfr, three_bet, cbet_flop, fold_to_cbet_flop, af, wtsd, wsd, bb_100";
const DRAWN = "vpip, pfr, three_bet"; // of one unit
const TOLD = ["statistic", "value", "low", "high", "error", "taken", "chances", "unit", "other", "other_chances", "difference", "difference_error"];

/** The filters as conditions. */
function conditionsOf(which, more) {
  const found = more.split(";").map((each) => each.trim()).filter(Boolean);
  if (which.since !== "any") found.push(`day>=${which.since}`);
  if (which.until !== "any") found.push(`day<=${which.until}`);
  if (which.big_blind) found.push(`big_blind=${which.big_blind}`);
  return found;
}

/** A row for each cell, with the columns of each statistic in it. */
function cellsOf(rows) {
  const keys = rows.length ? Object.keys(rows[0]).filter((name) => !TOLD.includes(name)) : [];
  const names = [...new Set(rows.map((row) => row.statistic))];
  const cells = new Map();
  for (const row of rows) {
    const place = JSON.stringify(keys.map((key) => row[key]));
    const cell = cells.get(place) ?? Object.fromEntries(keys.map((key) => [key, row[key]]));
    cell[row.statistic] = row.value;
    const nothing = !row.chances || (row.value === 0 && row.low === row.high); // no all-in, as for luck
    if (nothing) cell[row.statistic] = null;
    cell[`${row.statistic} between`] = row.error === null || nothing ? null : [row.statistic === "af" ? Math.max(0, row.low) : row.low, row.high];
    cell[`${row.statistic} of`] = row.chances;
    if ("difference" in row) {
      cell[`${row.statistic} difference`] = row.difference;
      cell[`${row.statistic} difference error`] = row.difference_error;
    }
    cells.set(place, cell);
  }
  return { keys, names, cells: [...cells.values()], units: Object.fromEntries(rows.map((row) => [row.statistic, row.unit])) };
}

const WORDS = { vpip: "VPIP", pfr: "PFR", af: "AF", afq: "AFq", wtsd: "WTSD", wsd: "W$SD", wwsf: "WWSF", ev: "EV", three: "3", four: "4", cbet: "c-bet", bb: "bb", sb: "SB", btn: "BTN" };

/** A statistic as players write it: 3-bet, c-bet flop, bb/100. */
function titleOf(name, unit) {
  const words = name.split("_").map((word) => WORDS[word] ?? word).join(" ").replace(/([34]) bet/, "$1-bet").replace(/ 100$/, "/100");
  return unit && unit !== "%" && !words.endsWith("/100") && !words.endsWith(unit) && unit !== words ? `${words}, ${unit}` : words;
}

function columnsOf({ keys, names, units, cells }) {
  const number = (field, title, tip) => ({ field, title, kind: "number", digits: 1, tip });
  const whole = (name) => cells.every((cell) => Number.isInteger(cell[name] ?? 0));
  return [
    ...keys.map((field, at) => ({ field, title: field.replaceAll("_", " "), frozen: at === 0 })),
    ...names.flatMap((name) => [
      { field: name, title: titleOf(name, units[name]), kind: "estimate", digits: whole(name) ? 0 : 1, tip: `${name}: percent if nothing else is said; beside it low to high, and of how many chances it is` },
      ...(cells.some((cell) => `${name} difference` in cell) 
        ? [number(`${name} difference`, "Δ", "less the other cohort's"), number(`${name} difference error`, "error", "of the difference: its standard error")]
        : []),
    ]),
  ];
}

export default function Statistics({ which, params, onProblem, title = "Statistics", usual = USUAL, asks = "stats" }) {
  const by = params.get("by") ?? "player";
  const drawn = params.get("as") === "picture";
  if (drawn) usual = asks === "luck" ? "luck_100" : DRAWN;
  const asked = {
    statistics: params.get(asks) ?? usual, by, where: conditionsOf(which, params.get("where") ?? ""),
    player: which.player === "*" ? "" : which.player, beside: params.get("beside") ?? "",
  };
  const { answer, problem, busy } = useHands(drawn ? "stats_picture" : "stats", asked, params);
  useEffect(() => onProblem(problem), [problem]);
  const found = useMemo(() => cellsOf(drawn ? [] : rowsOf(answer)), [answer]);
  const columns = useMemo(() => columnsOf(found), [found]);
  const field = (name, label, value, placeholder) => html`<${TextField} label=${label} value=${value} placeholder=${placeholder}
    problem=${problemOf(problem, name)} onChange=${(text) => change({ [name === "statistics" ? asks : name]: text.trim() })} />`;
  const ownFields = ["statistics", "by", "where", "beside", "player"];
  const open = by === "player" ? (row) => change({ player: row.player, show: "winnings" }, { push: true }) : null;
  return html`<h2>${title}</h2>
    <div class="filters">
      ${field("statistics", "Statistics", params.get(asks) ?? "", usual)}
      ${field("by", "By", params.get("by") ?? "", "player")}
      ${field("where", "Where", params.get("where") ?? "", "position=BTN; stack>=40")}
      ${field("beside", "Beside", params.get("beside") ?? "", "others")}
    </div>
    <${Buttons} label="Shown as" value=${drawn ? "picture" : "table"} options=${[["table", "Table"], ["picture", "Picture"]]}
      onChange=${(as) => change({ as: as === "table" ? "" : as })} />
    <${Wrong} problem=${ownFields.includes(problem?.field) ? null : problem} />
    ${busy && html`<p class="muted" role="status">Counting …</p>`}
    ${answer?.data.svg && !problem && html`<${Picture} svg=${answer.data.svg} label=${`${asked.statistics} by ${by}`} /><${Same} of=${answer.same} />`}
    ${answer?.data.summary && !problem && html`<p class="muted small">${answer.data.summary}.${open ? " A row opens his winnings." : ""}
        ${found.cells.length > 0 && ` ${count(found.cells.length)} rows.`} <a href=${addressOf("ask", { q: "stats" })}>All that can be asked</a></p>
      <div data-query="stats"><${DataTable} key=${columns.map((each) => each.field).join()} label="Statistics" columns=${columns} rows=${found.cells}
        paged=${found.cells.length > 50 ? 25 : 0} height=${null} onRow=${open} /></div>
      <${Same} of=${answer.same} />`}`;
}
