// A spot that is solved here: its ranges, cards, chips and sizes, its cost, and its tree.
import { change } from "../../address.js";
import { useAnswer } from "../../ask.js";
import { SPOT } from "../../catalogue.js";
import { Cards, cardsIn, Deck } from "../../parts/cards.js";
import { Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { BeginJob } from "../jobs.js";
import { NAMES } from "../../parts/named/list.js";
import { RangeEditor } from "../../parts/ranges.js";
import { count, counted, fixed, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";
import { Begin } from "./begin.js";
import { Tree } from "./tree.js";

const FIRST = {
  oop: "QQ+,AK,KTs,T9s",
  ip: "JJ-88,AQ,KQs,J9s",
  b: "QsJh2h8c3d",
  pot: "60",
  stack: "200",
  bets: "50,100",
  raises: "50",
  to: "0.005",
};
const WHOSE = [["oop", "Out of position"], ["ip", "In position"]];
const GOALS = [["0.01", "1 %"], ["0.005", "0.5 %"], ["0.002", "0.2 %"], ["0.001", "0.1 %"], ["0.0005", "0.05 %"]];
const FIELDS = SPOT.flatMap(({ fields }) => fields);

/** Values of a field in the address: several, if it may have them, separated by semicolons. */
const valuesOf = (params, name) => params.getAll(name).flatMap((text) => text.split(";")).map((text) => text.trim()).filter(Boolean);

function givenBy(params) {
  const first = params.has("preflop") ? { ...FIRST, pot: "", stack: "" } : FIRST; // the preflop actions set them
  return Object.fromEntries(Object.entries(first).map(([name, text]) => [name, params.get(name) ?? text]));
}

function askedBy(params, given) {
  const asked = { oop: given.oop, ip: given.ip, board: given.b };
  const left = params.has("preflop") ? ["pot", "stack"] : []; // the preflop actions set them, if blank
  for (const { name, number, several } of FIELDS) {
    const text = given[name] ?? params.get(name);
    if (several) {
      const values = valuesOf(params, name);
      if (values.length) asked[name] = values;
    } else if (text || (params.has(name) && !left.includes(name))) asked[name] = number ? numberIn(text) : text;
  }
  return asked;
}

/** Change the spot: the solution belongs to the old one. Sizes may be blank, which means none. */
function changeSpot(changes, options) {
  const kept = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, name in FIRST ? [value] : value]),
  );
  change({ ...kept, go: "", line: "", cards: "", hand: "", s: "", cost: "" }, options);
}

/** The locked lines, and a function that sets the lock of one; null removes it. */
function locksOf(params) {
  const all = valuesOf(params, "locks");
  const lineOf = (lock) => lock.split(":")[0].trim();
  const put = (line, text) => {
    const others = all.filter((each) => lineOf(each) !== line);
    change({ locks: text === null ? others : [...others, text], hand: "", cost: "" }, { push: true });
  };
  return { lines: all.map(lineOf), put };
}

export function SolveSpot({ params }) {
  const given = givenBy(params);
  const asked = askedBy(params, given);
  const whole = Boolean(given.oop.trim() && given.ip.trim() && given.b.trim());
  const plan = useAnswer("solve_plan", whole ? asked : null);
  const solving = params.get("go") === "1" && whole && !plan.problem;
  const against = params.get("against");
  const habits = against ? { against, where: params.get("people") ?? "", least: numberIn(params.get("least") ?? "30") } : {};
  const asking = solving ? { ...asked, to: numberIn(given.to) } : null;
  const job = whole ? { ...asked, to: numberIn(given.to) } : null;
  return html`<${Plan} plan=${plan} whole=${whole} given=${given} solving=${solving} job=${job} />
    <${Spot} given=${given} params=${params} problem=${whole ? plan.problem : null} open=${!solving || Boolean(plan.problem?.field)} />
    <${Tree} question="solve" asked=${asking && { ...asking, ...habits }} params=${params} onStop=${() => change({ go: "" })} locks=${locksOf(params)}
      head=${(data) => html`<h2><${Cards} of=${data.board} />, pot ${count(data.about.pot)}, stack ${count(data.about.stack)}</h2>
        ${asked.locks && html`<p class="problem absent"><strong>Locked; the rest is solved against it:</strong> ${asked.locks.map((lock) => html`<code>${lock.length > 60 ? `${lock.slice(0, 60)} …` : lock}</code> `)}<button type="button" class="small" onClick=${() => change({ locks: "", cost: "" }, { push: true })}>Unlock all</button></p>`}`}
      foot=${(data) => data.summary && html`<${Kept} asked=${asking} told=${data.summary} whose=${params.get("cost")} />`} />`;
}

/** The locks, how closely they are met, and what they cost a player: requested by a button. */
function Kept({ asked, told, whose }) {
  const { answer, problem, busy } = useAnswer("solve_cost", whose ? { ...asked, whose } : null);
  const data = problem ? null : answer?.data;
  return html`<section class="panel" aria-label="What it costs" aria-busy=${busy}>
    <h3>What players keep to</h3>
    ${told.split("\n").map((line) => html`<p class="small">${line}</p>`)}
    ${asked.locks && html`<${Buttons} label="What it costs" value=${whose ?? ""} options=${WHOSE} onChange=${(name) => change({ cost: name })} />`}
    <${Wrong} problem=${whose ? problem : null} />
    ${data?.progress && html`<p class="muted">Solving without it …</p>`}
    ${data?.shown && html`<div class="scroll above" tabindex="0" role="group" aria-label="Decisions"><table class="plain">
        <thead><tr><th>Line</th><th>Player</th><th class="number">Chips lost</th><th class="number">Of the cost, %</th></tr></thead>
        <tbody>${data.shown.map((row) => html`<tr key=${row.line}><td>${row.line || "first"}${row.locked ? ", kept" : ""}</td><td>${row.player}</td><td class="number">${fixed(row.lost, 2)}</td><td class="number">${fixed(row.percent, 1)}</td></tr>`)}</tbody>
      </table></div>
      ${data.summary.split("\n").map((line) => html`<p class="small">${line}</p>`)}
      <${Same} of=${answer.same} />`}
  </section>`;
}

function Spot({ given, params, problem, open }) {
  const player = params.get("player") === "ip" ? "ip" : "oop";
  const title = WHOSE.find(([name]) => name === player)[1];
  return html`<details class="panel" open=${open}>
    <summary><strong>The spot</strong></summary>
    <${Begin} board=${cardsIn(given.b)} onBegin=${(fields) => changeSpot(fields, { push: true })} />
    <div class="columns above">
      <div>
        <${Buttons} label="Whose range is painted" value=${player} options=${WHOSE} onChange=${(name) => change({ player: name === "oop" ? "" : name })} />
        <div class="above">${WHOSE.map(([name, text]) => html`<${TextField} key=${name} label=${`${text}: range`} value=${given[name]} list=${NAMES}
          problem=${problemOf(problem, name)} onChange=${(range) => changeSpot({ [name]: range })} />`)}</div>
        <h3 class="above">${title}</h3>
        <${RangeEditor} key=${player} label=${title} text=${given[player]} onChange=${(text, options) => changeSpot({ [player]: text }, options)} />
      </div>
      <div>
        <${TextField} label="Board: a river, a turn or a flop" value=${given.b} problem=${problemOf(problem, "board")} onChange=${(b) => changeSpot({ b })} />
        <${Deck} label="Board" cards=${cardsIn(given.b)} most=${5} onChange=${(cards) => changeSpot({ b: cards.join("") }, { push: true })} />
        ${SPOT.map(({ heading, fields }) => {
          const shown = html`<div class="fields">${fields.map((field) => html`<${SpotField} key=${field.name} field=${field} given=${given} params=${params} problem=${problemOf(problem, field.name)} />`)}</div>`;
          return heading
            ? html`<details key=${heading} class="above" open=${fields.some(({ name }) => params.has(name))}><summary class="muted">${heading}</summary>${shown}</details>`
            : html`<div key="" class="above">${shown}</div>`;
        })}
        <${Habits} params=${params} />
      </div>
    </div>
  </details>`;
}

/** The player whose habits imported hands show, at all decisions of the street. */
function Habits({ params }) {
  const text = (name, label, more) => html`<${TextField} label=${label} value=${params.get(name) ?? ""} onChange=${(typed) => changeSpot({ [name]: typed.trim() })} ...${more} />`;
  return html`<details class="above" open=${params.has("against")}><summary class="muted">Against habits of imported hands</summary>
    <${Buttons} label="Who keeps to his habits" value=${params.get("against") ?? ""} options=${[["", "Nobody"], ...WHOSE]} onChange=${(against) => changeSpot({ against })} />
    <div class="fields above">
      ${text("people", "Of which decisions", { about: "All, or those that conditions choose: player!=Ann; spr<3." })}
      ${text("least", "Decisions, at least", { placeholder: "30", inputmode: "numeric", about: "Of fewer a habit is left out." })}
    </div>
  </details>`;
}

/** A declared field of the spot; with several values, a field for each, and one more. */
function SpotField({ field, given, params, problem }) {
  const { name, about, usual, number, several, file } = field;
  const label = name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");
  const more = { about, placeholder: usual, inputmode: number ? "decimal" : null, lines: file ? 6 : null };
  if (!several) {
    return html`<${TextField} label=${label} value=${given[name] ?? params.get(name) ?? ""} problem=${problem}
      onChange=${(text) => changeSpot({ [name]: text })} ...${more} />`;
  }
  const values = valuesOf(params, name);
  return html`<div class="field">${[...values, ""].map((value, at) => {
    const last = at === values.length;
    const told = (text) => changeSpot({ [name]: [...values.slice(0, at), text, ...values.slice(at + 1)].filter((each) => each.trim()) });
    return html`<${TextField} key=${at} label=${`${label}, ${at + 1}`} value=${value} problem=${last ? problem : null} onChange=${told} ...${last ? more : {}} />`;
  })}</div>`;
}

/** The cost of solving, and the button that starts it. */
function Plan({ plan, whole, given, solving, job }) {
  const { answer, problem } = plan;
  const data = whole && !problem ? answer?.data : null;
  const inFields = ["oop", "ip", "board", ...FIELDS.map(({ name }) => name)];
  const general = problem && !inFields.includes(problem.field) ? problem : null;
  const asJob = Boolean(data?.refused && data.has_jobs && !data.not_as_job);
  return html`<section class="panel" aria-label="What solving takes">
    <h2>Solve a spot</h2>
    <div class="row">
      <${Choice} label="Exploitability at most, of the pot" value=${given.to} options=${GOALS} onChange=${(to) => changeSpot({ to })} />
      <button type="button" class="strong" disabled=${!data || Boolean(data.refused)} aria-disabled=${solving} onClick=${() => solving || change({ go: 1 }, { push: true })}>Solve</button>
      ${data?.has_jobs && html`<${BeginJob} question="solve_job" asked=${job} reason=${data.not_as_job} strong=${asJob} />`}
    </div>
    ${!whole && html`<p class="muted above">Give both ranges and a board.</p>`}
    <${Wrong} problem=${whole ? general : null} />
    ${data?.said && html`<p class="above">${data.said}</p>`}
    ${data && !data.refused && !solving && html`<p class="muted small above" data-plan=${data.nodes}>A tree of ${counted(data.nodes, "node")} on ${counted(data.boards, "board")}: ${memory(data.gigabytes)} of memory, and ${seconds(data.seconds)} of one core for 60 iterations.${data.iterations < 1000 ? ` It ends after ${counted(data.iterations, "iteration")} at the latest.` : ""}</p>`}
    ${data?.refused && html`<p class=${asJob ? "above" : "problem above"} role="alert">${data.refused}</p><${Same} of=${answer.same} />`}
  </section>`;
}

const memory = (gigabytes) => (gigabytes < 0.001 ? "less than 1 MB" : `about ${(1000 * gigabytes).toFixed(0)} MB`);
const seconds = (number) => (number < 0.1 ? "less than 0.1 seconds" : `about ${number.toFixed(number < 10 ? 1 : 0)} seconds`);
