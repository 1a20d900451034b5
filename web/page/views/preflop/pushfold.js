// Push or fold: which hands go all in, for stacks, an ante and prizes.
//
// Two players are solved while one types. More take seconds: they wait for the button, and run=1 in
// the address says that it was pressed, so that back, reload and a link show the same.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { BeginJob, Jobs } from "../jobs.js";
import { ValueGrid } from "../../parts/hands.js";
import { colourOf } from "../../parts/scale.js";
import { DataTable } from "../../parts/table.js";
import { count, Figures, fixed, gainOf, percent, Same } from "../../parts/told.js";
import { html, useEffect, useMemo, useState } from "../../vendor/preact.js";
import { Bubble } from "./bubble.js";

const POSITIONS = ["LJ", "HJ", "CO", "BTN", "SB", "BB"];
const FIELDS = ["stack", "small_blind", "ante", "bb_ante", "prizes", "others", "fixed"];
const MORE = ["small_blind", "prizes", "others", "fixed"]; // few people change these
const IN_CHIPS = ["stack", "small_blind", "ante", "bb_ante", "others"]; // or in big blinds
const PLAYERS = ["2", "3", "4", "5", "6", "7", "8", "9"].map((n) => [n, `${n} players`]);
/** The positions in the order of acting: the first is UTG, except with few players. */
const positionsOf = (n) => (n < 6 ? POSITIONS.slice(-n) : ["UTG", "UTG+1", "UTG+2"].slice(0, Math.max(n - 6, 1)).concat(POSITIONS.slice(n < 7 ? 1 : 0)));
const FEW = 4; // decisions that are shown in large figures
const MEASURES = [
  ["", "How often"],
  ["gain", "Gain over folding"],
  ["value", "Value of going in"],
];
const piecesOf = (text) => text.split(/[\s,;/]+/).filter(Boolean);

/** The typed values, from the address: amounts in big blinds, or in chips if a big blind has a size. */
function typedBy(params) {
  const typed = Object.fromEntries(FIELDS.map((name) => [name, params.get(name) ?? ""]));
  return params.has("stack") ? typed : { ...typed, stack: "10" };
}

/** The request: as many players as stacks, if there are several; all in big blinds. */
function askedBy(typed, params, chips) {
  const stacks = piecesOf(typed.stack).length;
  const asked = { players: stacks > 1 ? stacks : numberIn(params.get("players") ?? "2"), ...typed };
  if (!chips) return asked;
  for (const name of IN_CHIPS) {
    asked[name] = piecesOf(typed[name]).map((each) => (Number.isFinite(Number(each)) ? String(Number(each) / chips) : each)).join(",");
  }
  return asked;
}

export function PushFold({ params }) {
  const big = params.get("bb") ?? "";
  const chips = Number(big) > 0 && Number.isFinite(Number(big)) ? Number(big) : 0; // per big blind
  const wrongBig = big && !chips ? `the big blind is ${big}; give chips, such as 200, or nothing` : null;
  const typed = typedBy(params);
  const asked = askedBy(typed, params, chips);
  const several = asked.players > 2;
  const waits = several && !params.has("run");
  const question = several ? "push_fold_several" : "push_fold";
  const { answer, of, problem, busy } = useAnswer(question, waits || wrongBig ? null : asked);
  const lake = useAnswer("schema", waits ? {} : null);
  const lacks = waits && lake.answer?.data.missing.find(({ name }) => name === "matchups3");
  const fits = of !== null && JSON.stringify(of) === JSON.stringify(asked);
  const set = (changes) => change({ run: "", ...changes }, { push: true });
  const players = (text) => {
    const stacks = piecesOf(typed.stack);
    if (stacks.length < 2) return set({ players: text === "2" ? "" : text });
    const next = Array.from({ length: Number(text) }, (_, at) => stacks[at] ?? stacks.at(-1));
    return set({ players: "", stack: next.join(",") });
  };
  const positions = positionsOf(asked.players);
  const field = (name, label, rest = {}) =>
    html`<${TextField} label=${label} value=${typed[name]} problem=${problemOf(problem, name)} onChange=${(text) => set({ [name]: text })} ...${rest} />`;
  const general = problem && !FIELDS.includes(problem.field) ? problem : null;
  return html`<section class="panel" aria-label="Spot">
      <div class="fields">
        <${Choice} label="Players" value=${String(asked.players)} options=${PLAYERS} onChange=${players} />
        <${TextField} label="Big blind, in chips" value=${big} placeholder="blank: all in big blinds" inputmode="decimal" problem=${wrongBig} onChange=${(bb) => set({ bb: bb.trim() })} />
        ${field("stack", chips ? "Stacks, in chips" : "Stacks, in big blinds", { placeholder: chips ? "3000, or 2400,3600" : "10, or 8,12" })}
        ${field("ante", "Ante of each player", { placeholder: "0" })}
        ${field("bb_ante", "Ante of the big blind, for all", { placeholder: "0" })}
      </div>
      <p class="muted small above">${chips ? `Amounts are chips; answers are in big blinds of ${big}.` : "All amounts are big blinds."} One stack is that of every player; several are in the order of acting, ${positions.join(", ")}.</p>
      <details open=${MORE.some((name) => typed[name] || problemOf(problem, name))}><summary class="muted">Small blind, prizes, ranges that players keep to</summary><div class="fields above">
        ${field("small_blind", "Small blind", { placeholder: chips ? String(chips / 2) : "0.5" })}
        ${field("prizes", "Prizes", { placeholder: "none: chips count", about: "Of the first place, the second and so on: 50,30,20." })}
        ${field("others", "Stacks of other players", { placeholder: "not in the hand" })}
        ${field("fixed", "Ranges that players keep to", { placeholder: "BB=22+,A2s+; SB/f=55+", about: "Of all decisions of a player, or after what those before him did: f folded, i went in. The others are solved against it." })}
      </div></details>
      ${several && html`<div class="row">
        <button type="button" class="strong" disabled=${lacks && asked.players === 3} aria-disabled=${busy} onClick=${() => busy || set({ run: 1 })}>${asked.players === 3 ? "Solve" : "Look it up"}</button>
        ${busy && html`<button type="button" onClick=${() => set({})}>Stop</button><${Clock} />`}
        ${!busy && waits && !lacks && html`<span class="muted small">${asked.players === 3 ? "Three players take some seconds." : "Spots of four players and more are shown if the lake has them."}</span>`}
        <${BeginJob} question="push_fold_job" asked=${wrongBig || lacks ? null : asked} onBegun=${() => set({})} />
      </div>`}
      ${lacks && html`<p class="problem absent" role="status">Three players and more are solved by the table matchups3, which the lake does not have: ${lacks.how}.</p>`}
      <${Wrong} problem=${general} />
      <details class="above" open=${params.has("stored")} onToggle=${(event) => change({ stored: event.target.open ? 1 : "" })}>
        <summary class="muted">Spots of the lake</summary>
        ${params.has("stored") && html`<${Stored} onPick=${(spot) => set({ ...spot, bb: "", players: "", run: 1 })} />`}
      </details>
    </section>
    <${Jobs} />
    ${answer && html`<${Result} answer=${answer} params=${params} chips=${chips} stale=${Boolean(problem) || (!fits && !busy)} />`}`;
}

const STORED = [
  { field: "stacks", title: "Stacks", frozen: true },
  { field: "ante", title: "Ante", kind: "number" },
  { field: "small_blind", title: "Small blind", kind: "number" },
  { field: "bb_ante", title: "Ante of BB", kind: "number" },
  { field: "prizes", title: "Prizes" },
  { field: "others", title: "Others" },
  { field: "fixed", title: "Kept ranges" },
  { field: "gain_by_deviating", title: "Exploitability", kind: "number", digits: 6, tip: "Big blinds that somebody gains by deviating: how far it is from an equilibrium" },
  { field: "method", title: "Method" },
];

/** The spots of the lake; a click shows one. */
function Stored({ onPick }) {
  const { answer, problem } = useAnswer("push_fold_spots", {});
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const pick = ({ stacks, ante, bb_ante, small_blind, prizes, others, fixed }) =>
    onPick({ stack: stacks, ante: ante || "", bb_ante: bb_ante || "", small_blind: small_blind === 0.5 ? "" : small_blind, prizes, others, fixed });
  return html`<${Wrong} problem=${problem} />
    ${rows.length > 0 && html`<${DataTable} label="Spots of the lake" columns=${STORED} rows=${rows} onRow=${pick} height="16rem" />`}
    <${Same} of=${answer?.same} />`;
}

/** The seconds since the first display. */
function Clock() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return html`<span class="muted small" role="status">Solving … ${seconds} s</span>`;
}

function Result({ answer, params, chips, stale }) {
  const { data } = answer;
  const hands = useMemo(() => byDecision(answer), [answer]);
  const shown = params.get("by") ?? "";
  const picked = params.get("hand");
  const pick = (hand) => change({ hand: hand === picked ? "" : hand });
  return html`<div data-stale=${stale}>
    <section class="panel" aria-label="Result">
      <${Summary} data=${data} />
      ${picked && html`<${Picked} hand=${picked} data=${data} hands=${hands} />`}
      <${Same} of=${answer.same} />
    </section>
    <div class="above"><${Buttons} label="What cells show" value=${shown} options=${MEASURES} onChange=${(by) => change({ by })} /></div>
    <div class="columns above">
      ${data.decisions.map((decision, at) => html`<section class="panel" key=${decision.position + decision.before} aria-label=${titleOf(decision)} data-decision=${`${decision.position} ${decision.before}`}>
        <h2 data-percent=${decision.percent}>${titleOf(decision)}: ${decision.percent.toFixed(2)} %</h2>
        <${ValueGrid} label=${`${titleOf(decision)}, hand by hand`} cells=${cellsOf(hands[at], shown)} picked=${picked} onPick=${pick} />
        <p class="small above"><span class="text wrap">${decision.range || "no hand"}</span>
          ${decision.range && html`<span> </span><a href=${addressOf("equity", { p: [decision.range, "random"] })}>Equity of this range</a>`}</p>
      </section>`)}
    </div>
    <${Values} data=${data} chips=${chips} />
    ${data.spot.prizes.length > 0 && html`<${Bubble} spot=${data.spot} players=${data.players} />`}
  </div>`;
}

const titleOf = ({ position, choice, facing }) =>
  `${position} ${choice === "call" ? "calls" : "pushes"}${facing ? `, after ${facing}` : ""}`;

/** The rows of hands of each decision. */
function byDecision(answer) {
  const rows = rowsOf(answer);
  return answer.data.decisions.map(({ position, before }) =>
    rows.filter((row) => row.position === position && row.before === before),
  );
}

function cellsOf(rows, shown) {
  const values = rows.map((row) => row.value_in).filter((value) => value !== null);
  const most = Math.max(...rows.map((row) => Math.abs(row.gain ?? 0)), 1e-9);
  return Object.fromEntries(
    rows.map((row) => {
      const tip = `${percent(row.share, 1)}, in ${number(row.value_in)}, fold ${number(row.value_fold)}, gain ${number(row.gain)}`;
      if (shown === "gain" && row.gain !== null) {
        // In the colour of the sign, paler near 0: pushing ends where the colour changes.
        const strength = 30 + 70 * Math.abs(row.gain / most);
        return [row.hand, { shares: [[1, `color-mix(in srgb, var(${row.gain > 0 ? "--fill" : "--hit-draw"}) ${strength}%, var(--cell))`]], text: fixed(row.gain, Math.abs(row.gain) < 10 ? 2 : 1), tip }];
      }
      if (!shown) {
        const text = row.share > 0.005 && row.share < 0.995 ? (100 * row.share).toFixed(0) : "";
        return [row.hand, { shares: [[row.share, "var(--fill)"]], text, tip }];
      }
      const value = row.value_in;
      return [row.hand, value === null || shown === "gain" ? { text: "–", tip } : { ground: colourOf(value, Math.min(...values), Math.max(...values)), text: fixed(value, Math.abs(value) < 10 ? 2 : 1), tip }];
    }),
  );
}

const number = (value) => (value === null ? "–" : fixed(value, 4));

/** How often players go in, and the exploitability. */
function Summary({ data }) {
  const gain = data.gain_by_deviating;
  return html`<h2>Result</h2>
    ${data.decisions.length <= FEW ? html`<${Figures} of=${data.decisions.map((decision) => [titleOf(decision), `${decision.percent.toFixed(2)} %`, decision.reach < 1 ? `comes up in ${percent(decision.reach, 1)}` : ""])} />` : html`<${Decisions} decisions=${data.decisions} />`}
    <p data-gain=${gain}>${data.spot.fixed ? "Nobody else gains" : "Nobody gains"} more than <strong title=${gain.toExponential(1)}>${gain < 0.0001 ? "0.0001" : gainOf(gain)}</strong> ${data.spot.prizes.length ? "of the prizes" : "big blinds a hand"} by deviating: ${data.spot.fixed ? `what is kept to is ${data.spot.fixed}` : data.is_close ? "this is close to an equilibrium" : "this is far from an equilibrium"}. <span class="muted small">${data.number ? `Out of the lake, spot ${data.number}` : "Solved here"}: ${data.method}.</span></p>`;
}

/** All decisions in a table; a row leads to its grid. */
function Decisions({ decisions }) {
  const show = (at) => document.querySelectorAll("[data-decision]")[at].scrollIntoView({ behavior: "smooth" });
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Decisions"><table class="plain">
    <caption class="hidden">Decisions</caption>
    <thead><tr><th scope="col">Decision</th><th scope="col" class="number">Goes in</th><th scope="col" class="number">Comes up</th></tr></thead>
    <tbody>${decisions.map((decision, at) => html`<tr key=${decision.position + decision.before}>
      <th scope="row"><button type="button" class="quiet" onClick=${() => show(at)}>${titleOf(decision)}</button></th>
      <td class="number">${decision.percent.toFixed(2)} %</td><td class="number">${percent(decision.reach)}</td></tr>`)}</tbody>
  </table></div>`;
}

/** The EV of each player, and his gain by deviating. */
function Values({ data, chips }) {
  const prizes = data.spot.prizes.length > 0;
  return html`<section class="panel" aria-label="Values"><div class="scroll" tabindex="0" role="region" aria-label="Players"><table class="plain">
      <caption class="hidden">Players</caption>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Stack</th>${prizes && html`<th scope="col" class="number">Worth before</th>`}<th scope="col" class="number">${prizes ? "Prize he can expect" : "EV a hand, bb"}</th><th scope="col" class="number">Gain by deviating${prizes ? ", of the prizes" : ", bb"}</th></tr></thead>
      <tbody>${data.players.map((player) => html`<tr key=${player.position}>
        <th scope="row">${player.position}</th><td class="number">${+player.stack.toFixed(4)}${chips > 0 && html` <span class="muted small">${count(+(player.stack * chips).toFixed(2))} chips</span>`}</td>${prizes && html`<td class="number">${player.worth.toFixed(4)}</td>`}
        <td class="number" data-value=${player.value}>${fixed(player.value, 4)}</td><td class="number">${gainOf(player.gain)}</td></tr>`)}</tbody>
    </table></div></section>`;
}

/** The strategy of a picked hand at each decision, and its EV. */
function Picked({ hand, data, hands }) {
  const rows = hands.map((some) => some.find((row) => row.hand === hand));
  if (!rows[0]) return null;
  return html`<div class="scroll above" tabindex="0" role="region" aria-label=${hand}><table class="plain" data-picked=${hand}>
    <caption class="hidden">What ${hand} does</caption>
    <thead><tr><th scope="col">${hand}</th><th scope="col" class="number">Goes in</th><th scope="col" class="number">Gain</th><th scope="col" class="number">EV of going in</th><th scope="col" class="number">EV of folding</th></tr></thead>
    <tbody>${rows.map((row, at) => html`<tr key=${at}><th scope="row">${titleOf(data.decisions[at])}</th>
      <td class="number">${percent(row.share)}</td><td class="number">${number(row.gain)}</td><td class="number">${number(row.value_in)}</td><td class="number">${number(row.value_fold)}</td></tr>`)}</tbody>
  </table></div>`;
}
