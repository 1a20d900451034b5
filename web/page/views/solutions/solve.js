// A spot that is solved on the spot: its ranges, cards, chips and sizes, what it takes, and its tree.
import { change } from "../../address.js";
import { useAnswer } from "../../ask.js";
import { cardsIn, Deck } from "../../parts/cards.js";
import { Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { RangeEditor } from "../../parts/ranges.js";
import { counted, fixed, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";
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
// What may be left out: text, or numbers.
const TEXTS = [
  ["oop_bets", "Bets out of position"], ["oop_raises", "Raises out of position"], ["ip_bets", "Bets in position"],
  ["ip_raises", "Raises in position"], ["donks", "Bets into who bet last on the street before"],
];
const NUMBERS = [
  ["add_all_in", "Add all-in where so many pots are left"], ["force_all_in", "Go all in where a call leaves so many pots"],
  ["merge", "Of sizes so many pots apart keep the largest"], ["most_raises", "Bets and raises a street; 0: any number"],
  ["rake", "Rake: a share of the pot, 0.05 or 5%"], ["rake_cap", "The most rake, in chips"],
];

function givenBy(params) {
  return Object.fromEntries(Object.entries(FIRST).map(([name, first]) => [name, params.get(name) ?? first]));
}

function askedBy(params, given) {
  const asked = {
    oop: given.oop, ip: given.ip, board: given.b, pot: numberIn(given.pot), stack: numberIn(given.stack),
    bets: given.bets, raises: given.raises,
  };
  for (const [name] of TEXTS) if (params.has(name)) asked[name] = params.get(name);
  for (const [name] of NUMBERS) if (params.has(name)) asked[name] = numberIn(params.get(name));
  const locks = (params.get("locks") ?? "").split(";").map((lock) => lock.trim()).filter(Boolean);
  if (locks.length) asked.locks = locks;
  return asked;
}

/** Change the spot: what was solved is of another. Sizes may be blank, which is none. */
function changeSpot(changes, options) {
  const kept = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, name in FIRST ? [value] : value]),
  );
  change({ ...kept, go: "", line: "", cards: "", hand: "", s: "", cost: "" }, options);
}

export function SolveSpot({ params }) {
  const given = givenBy(params);
  const asked = askedBy(params, given);
  const whole = Boolean(given.oop.trim() && given.ip.trim() && given.b.trim());
  const plan = useAnswer("solve_plan", whole ? asked : null);
  const solving = params.get("go") === "1" && whole && !plan.problem;
  const asking = solving ? { ...asked, to: numberIn(given.to) } : null;
  return html`<${Plan} plan=${plan} whole=${whole} given=${given} solving=${solving} />
    <${Spot} given=${given} params=${params} problem=${whole ? plan.problem : null} open=${!solving || Boolean(plan.problem?.field)} />
    <${Tree} question="solve" asked=${asking} params=${params} onStop=${() => change({ go: "" })}
      foot=${(data) => asked.locks && html`<${Cost} asked=${asking} told=${data.summary} whose=${params.get("cost")} />`} />`;
}

/** What players keep to, how near, and what it costs one of them: asked for by a button. */
function Cost({ asked, told, whose }) {
  const { answer, problem, busy } = useAnswer("solve_cost", whose ? { ...asked, whose } : null);
  const data = problem ? null : answer?.data;
  return html`<section class="panel" aria-label="What it costs" aria-busy=${busy}>
    <h3>What players keep to</h3>
    ${told.split("\n").map((line) => html`<p class="small">${line}</p>`)}
    <${Buttons} label="What it costs" value=${whose ?? ""} options=${WHOSE} onChange=${(name) => change({ cost: name })} />
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
  const field = (name, label, more = {}) => html`<${TextField} label=${label} value=${given[name] ?? params.get(name) ?? ""}
    problem=${problemOf(problem, name)} onChange=${(text) => changeSpot({ [name]: text })} ...${more} />`;
  return html`<details class="panel" open=${open}>
    <summary><strong>The spot</strong></summary>
    <div class="columns above">
      <div>
        <${Buttons} label="Whose range is painted" value=${player} options=${WHOSE} onChange=${(name) => change({ player: name === "oop" ? "" : name })} />
        <div class="above">${WHOSE.map(([name, text]) => html`<${TextField} key=${name} label=${`${text}: range`} value=${given[name]}
          problem=${problemOf(problem, name)} onChange=${(range) => changeSpot({ [name]: range })} />`)}</div>
        <h3 class="above">${title}</h3>
        <${RangeEditor} key=${player} label=${title} text=${given[player]} onChange=${(text, options) => changeSpot({ [player]: text }, options)} />
      </div>
      <div>
        <${TextField} label="Board: a river, a turn or a flop" value=${given.b} problem=${problemOf(problem, "board")} onChange=${(b) => changeSpot({ b })} />
        <${Deck} label="Board" cards=${cardsIn(given.b)} most=${5} onChange=${(cards) => changeSpot({ b: cards.join("") }, { push: true })} />
        <div class="fields above">
          ${field("pot", "Pot, in chips", { inputmode: "numeric" })}
          ${field("stack", "Stack of each", { inputmode: "numeric" })}
          ${field("bets", "Bets, in percent of the pot", { placeholder: "none" })}
          ${field("raises", "Raises", { placeholder: "none" })}
        </div>
        <p class="muted small">Sizes have commas between them: percent of the pot, pot, 50c chips, e equal shares of the pot to be all-in by the river, a all-in, - none; of raises 2.5x the bet and min too. 33/50/75 are the streets from the board on.</p>
        <details open=${[...TEXTS, ...NUMBERS].some(([name]) => params.has(name))}>
          <summary class="muted">More of the betting, and rake</summary>
          <div class="fields">
            ${TEXTS.map(([name, label]) => field(name, label))}
            ${NUMBERS.map(([name, label]) => field(name, label, { inputmode: "decimal" }))}
          </div>
        </details>
        ${field("locks", "What players keep to after a line", { placeholder: "x: b30=60%; b30: c=QQ+,AK" })}
      </div>
    </div>
  </details>`;
}

/** What solving takes, and the button that begins it. */
function Plan({ plan, whole, given, solving }) {
  const { answer, problem } = plan;
  const data = whole && !problem ? answer?.data : null;
  const inFields = ["oop", "ip", "board", "pot", "stack", "bets", "raises", "locks", ...TEXTS.map(([name]) => name), ...NUMBERS.map(([name]) => name)];
  const general = problem && !inFields.includes(problem.field) ? problem : null;
  return html`<section class="panel" aria-label="What solving takes">
    <h2>Solve a spot</h2>
    <div class="row">
      <${Choice} label="Solve until deviating gains at most" value=${given.to} options=${GOALS} onChange=${(to) => changeSpot({ to })} />
      <button type="button" class="strong" disabled=${!data || Boolean(data.refused) || solving} onClick=${() => change({ go: 1 }, { push: true })}>Solve</button>
    </div>
    ${!whole && html`<p class="muted above">Give both ranges and a board.</p>`}
    <${Wrong} problem=${whole ? general : null} />
    ${data && !data.refused && html`<p class="muted small above" data-plan=${data.nodes}>A tree of ${counted(data.nodes, "node")} on ${counted(data.boards, "board")}: ${memory(data.gigabytes)} of memory, and ${seconds(data.seconds)} of one core to 0.5 % of the pot.${data.iterations < 1000 ? ` It ends after ${counted(data.iterations, "iteration")} at the latest.` : ""}</p>`}
    ${data?.refused && html`<p class="problem above" role="alert">${data.refused}</p><${Same} of=${answer.same} />`}
  </section>`;
}

const memory = (gigabytes) => (gigabytes < 0.001 ? "less than 1 MB" : `about ${(1000 * gigabytes).toFixed(0)} MB`);
const seconds = (number) => (number < 0.1 ? "less than 0.1 seconds" : `about ${number.toFixed(number < 10 ? 1 : 0)} seconds`);
