// The solved spots of the lake, and one of them.
import { addressOf, change, go } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { SPOT } from "../../catalogue.js";
import { Cards } from "../../parts/cards.js";
import { Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, counted, Picture, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";
import { keepSort, sortOf } from "./sort.js";
import { Tree } from "./tree.js";

const COLUMNS = [
  { field: "spot", title: "Spot", kind: "count" },
  { field: "board", title: "Board", kind: "cards" },
  { field: "value_oop", title: "EV oop", kind: "number", digits: 2, tip: "Out of position, chips of the pot" },
  { field: "value_ip", title: "EV ip", kind: "number", digits: 2, tip: "In position, chips of the pot" },
  { field: "exploitability", title: "Exploitability %", kind: "number", digits: 3, tip: "Of the pot, the mean of what both gain by deviating: how far it is from an equilibrium" },
  { field: "equity_oop", title: "Equity oop %", kind: "percent", tip: "If nobody bets, out of position" },
  { field: "pot", title: "Pot", kind: "count" },
  { field: "stack", title: "Stack", kind: "count" },
  { field: "street", title: "Street" },
  { field: "oop_bets", title: "Bets oop", tip: "Sizes of bets out of position, in percent of the pot" },
  { field: "ip_bets", title: "Bets ip", tip: "The same in position" },
  { field: "name", title: "Name" },
];
const STREETS = [["", "all"], ["flop", "flops"], ["turn", "turns"], ["river", "rivers"]];

/** The spots as a table. */
export function Spots({ params }) {
  const { answer, problem } = useAnswer("solved_spots", {});
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const street = params.get("street") ?? "";
  const text = params.get("find") ?? "";
  const filter = useMemo(() => {
    const wanted = text.toLowerCase();
    return (row) =>
      (!street || row.street === street) && `${row.name} ${row.board}`.toLowerCase().includes(wanted);
  }, [street, text]);
  const sort = sortOf(params, COLUMNS, ["spot", "desc"]);
  return html`<section class="panel" aria-label="Spots of the lake">
    <h2>Solved spots</h2>
    <${Wrong} problem=${problem} />
    ${problem && html`<p><a href=${addressOf("solutions", { v: "solve" })}>Solve a small spot here</a>, without a table.</p>`}
    ${answer && html`<p class="muted small">${counted(answer.data.spots, "spot")}${answer.data.spots > rows.length ? `; the newest ${count(rows.length)} are here` : ""}. A row opens its tree.</p>
      <div class="row">
        <${TextField} label="Name or board" value=${text} onChange=${(find) => change({ find })} />
        <${Choice} label="Street" value=${street} options=${STREETS} onChange=${(value) => change({ street: value })} />
      </div>
      <div class="above"><${DataTable} label="Solved spots" columns=${COLUMNS} rows=${rows} filter=${filter} sort=${sort}
        onSort=${keepSort}
        onRow=${(row) => go("solutions", { spot: row.spot })} /></div>
      <${Same} of=${answer.same} />`}
  </section>`;
}

/** One spot of the lake. */
export function StoredSpot({ params }) {
  const spot = numberIn(params.get("spot"));
  const asked = { spot };
  if (params.has("to")) asked.to = numberIn(params.get("to"));
  return html`<${Tree}
    question="solved_decision" asked=${asked} params=${params}
    head=${(data) => html`<h2>Spot ${count(spot)}${data.about.name && `: ${data.about.name}`}, <${Cards} of=${data.board} /></h2>
      <${Ranges} data=${data} />`}
    foot=${(data) => html`${data.next === "decision" && !data.solved && html`<${Pictures} spot=${spot} data=${data} params=${params} />`}
      <${Population} spot=${spot} params=${params} />`}
  />`;
}

function Ranges({ data }) {
  const { about } = data;
  const both = (name) => (about[`oop_${name}`] === about[`ip_${name}`] ? { [name]: [about[`oop_${name}`]] } : { [`oop_${name}`]: about[`oop_${name}`], [`ip_${name}`]: about[`ip_${name}`] });
  const given = {
    v: "solve", oop: about.oop, ip: about.ip, b: data.board,
    ...Object.fromEntries(SPOT.flatMap(({ fields }) => fields).filter(({ name }) => about[name] && !/^(oop|ip)_/.test(name)).map(({ name }) => [name, about[name]])),
    ...both("bets"), ...both("raises"), blinds: about.big_blind && `${about.big_blind / 2}/${about.big_blind}`,
  };
  return html`<p class="small">Pot ${count(about.pot)}, stacks ${count(about.stack)}; bets ${about.oop_bets || "none"}${about.ip_bets === about.oop_bets ? "" : ` and ${about.ip_bets || "none"}`}, raises ${about.oop_raises || "none"}${about.ip_raises === about.oop_raises ? "" : ` and ${about.ip_raises || "none"}`}.</p>
    <details class="small"><summary class="muted">Ranges</summary>
      <p><strong>oop</strong> <span class="text">${about.oop}</span></p>
      <p><strong>ip</strong> <span class="text">${about.ip}</span></p>
      <p><a href=${addressOf("solutions", given)}>Change the spot, and solve it here</a></p>
    </details>`;
}

function Pictures({ spot, data, params }) {
  const shown = params.get("pic") ?? "";
  const asked = shown ? { chart: shown, spot, line: data.line, cards: data.cards } : null;
  const { answer, problem } = useAnswer("solution_picture", asked);
  return html`<section class="panel" aria-label="Pictures">
    <h2>Pictures</h2>
    <${Buttons} label="Picture" value=${shown} options=${[["", "None"], ["equity-value", "Value against equity"], ["strategy", "Strategy"]]} onChange=${(pic) => change({ pic })} />
    <${Wrong} problem=${problem} />
    ${shown && answer && html`<${Picture} svg=${answer.data.svg} label=${shown === "strategy" ? "What each hand does" : "What each hole wins, against its equity"} /><${Same} of=${answer.same} />`}
  </section>`;
}

const POPULATION = [
  { field: "line", title: "Line" }, { field: "player", title: "Player" }, { field: "action", title: "Action" },
  { field: "decisions", title: "Decisions", kind: "count" }, { field: "taken", title: "Taken", kind: "count" },
  ...[
    ["percent", "They, %", "how often they take it"], ["standard_error", "± error", "of it"], ["solved", "Solution, %"], ["difference", "Δ"],
    ["lost_percent", "Lost, % of pot", "at least, with the hands that do best with what they take"], ["lost_low", "from"], ["lost_high", "to"],
  ].map(([field, title, tip]) => ({ field, title, kind: "number", digits: 2, tip })),
];

/** The actions of imported hands at the decisions of the street, beside the solution. */
function Population({ spot, params }) {
  const where = params.get("people");
  const asked = where === null ? null : { spot, where, ...(params.has("least") ? { least: numberIn(params.get("least")) } : {}) };
  const { answer, problem, busy } = useAnswer("solved_population", asked);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  return html`<section class="panel" aria-label="Population">
    <h2>Players beside the solution</h2>
    <div class="row">
      <${TextField} label="Whose decisions, all or conditions" value=${where ?? ""} placeholder="spr=2..5; suits=rainbow" problem=${problemOf(problem, "where")} onChange=${(people) => change({ people: people.trim() })} />
      <${TextField} label="Decisions, at least" value=${params.get("least") ?? ""} placeholder="30" problem=${problemOf(problem, "least")} onChange=${(least) => change({ least: least.trim() })} />
    </div>
    <${Wrong} problem=${["where", "least"].includes(problem?.field) ? null : problem} />
    ${busy && html`<p class="muted" role="status">Counting …</p>`}
    ${asked && answer && !problem && html`<p class="muted small">${answer.data.summary}</p>
      <${DataTable} label="What players do beside the solution" columns=${POPULATION} rows=${rows} height=${null} />
      <${Same} of=${answer.same} />`}
  </section>`;
}
