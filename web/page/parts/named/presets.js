// Ranges of the lake and the engine: push or fold, blueprints' lines, and solved spots.
import { useAnswer, rowsOf } from "../../ask.js";
import { needs } from "../styles.js";
import { html, useState } from "../../vendor/preact.js";
import { Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../fields.js";
import { combosOf } from "../hands.js";

needs("views/solved.css"); // fields, choices and the colours of actions

const SOURCES = [["push", "Push or fold"], ["blueprint", "Blueprint"], ["spot", "Solved spot"]];
const WHO = { oop: "BB", ip: "BTN" };
const LEAST = 0.00005; // of a weight: less counts as none

/** The sources of ranges; onPut takes {name, text} of the chosen one. */
export function Presets({ onPut }) {
  const [source, setSource] = useState("push");
  const View = { push: PushOrFold, blueprint: Blueprint, spot: Spot }[source];
  return html`<div class="presets">
    <${Buttons} label="Where ranges come from" value=${source} options=${SOURCES} onChange=${setSource} />
    <${View} onPut=${onPut} />
  </div>`;
}

/** Ranges to choose from: [{name, text, percent}]; empty ones cannot be chosen. */
function Found({ ranges, onPut }) {
  return html`<ul>${ranges.map((each) => html`<li key=${each.name}>
    <button type="button" disabled=${!each.text} onClick=${() => onPut(each)}>${each.title}</button> <span class="muted small">${each.percent.toFixed(1)} %</span></li>`)}</ul>`;
}

/** Which hands push and which call. Two players are solved while one types; more wait for the button. */
function PushOrFold({ onPut }) {
  const [players, setPlayers] = useState("2");
  const [stack, setStack] = useState("10");
  const [ante, setAnte] = useState("");
  const [sought, setSought] = useState(null);
  const wanted = { players: Number(players), stack: stack.trim() || "10", ...(ante.trim() ? { ante: ante.trim() } : {}) };
  const asked = players === "2" || JSON.stringify(sought) === JSON.stringify(wanted) ? wanted : null;
  const { answer, of, problem, busy } = useAnswer(players === "2" ? "push_fold" : "push_fold_several", asked);
  const decisions = asked && !problem && JSON.stringify(of) === JSON.stringify(asked) ? answer.data.decisions : [];
  const folder = `Push or fold/${players} players, ${wanted.stack.replaceAll("/", " ")} bb${wanted.ante ? `, ante ${wanted.ante}` : ""}`;
  const ranges = decisions.map(({ position, choice, facing, percent, range }) => {
    const title = `${position} ${choice === "call" ? "calls" : "pushes"}${facing ? `, after ${facing}` : ""}`;
    return { title, percent, name: `${folder}/${title}`, text: range };
  });
  return html`<div class="fields above">
      <${Choice} label="Players" value=${players} options=${["2", "3", "4", "5", "6", "7", "8", "9"].map((n) => [n, n])} onChange=${setPlayers} />
      <${TextField} label="Stack, in big blinds" value=${stack} problem=${problemOf(problem, "stack")} onChange=${setStack} />
      <${TextField} label="Ante of each" value=${ante} placeholder="0" problem=${problemOf(problem, "ante")} onChange=${setAnte} />
    </div>
    ${players !== "2" && html`<p class="above"><button type="button" disabled=${busy} onClick=${() => setSought(wanted)}>${busy ? "Looking …" : "Find them"}</button></p>`}
    <${Wrong} problem=${["stack", "ante"].includes(problem?.field) ? null : problem} />
    <${Found} ranges=${ranges} onPut=${onPut} />`;
}

/**
 * The lines of a blueprint before the flop, action by action. item draws an action: {data, way, row, go, title, next};
 * go takes the line that it leads to. wrong is another problem.
 */
export function BlueprintLines({ item, wrong = null, onGo = () => {} }) {
  const [run, setRun] = useState("0");
  const [line, setLine] = useState("");
  const asked = { run: numberIn(run), line };
  const { answer, of, problem } = useAnswer("blueprint_line", asked);
  if (!answer || (JSON.stringify(of) !== JSON.stringify(asked) && !problem)) return html`<${Wrong} problem=${problem} />`;
  const { data } = answer;
  const here = data.steps.at(-1);
  const way = data.steps.slice(0, -1).map((step) => `${WHO[step.player]} ${step.words[step.actions.indexOf(step.taken)]}`);
  const go = (next) => (onGo(), setLine(next));
  return html`<div class="fields above"><${Choice} label="Blueprint" value=${String(data.run)} options=${data.runs.map((each) => [String(each.run), `${each.run}: ${each.game === "limit" ? "limit" : `${each.stack} big blinds`}`])}
      onChange=${(next) => (setRun(next), go(""))} /></div>
    <p class="small above">${way.length ? html`${way.join(", ")} <button type="button" onClick=${() => go(here.line.split(" ").slice(0, -1).join(" "))}>Back</button>` : "Nobody has acted."}</p>
    <${Wrong} problem=${problem ?? wrong} />
    <ul class="choices">${data.actions.map((row, at) => html`<li key=${row.action}>${item({ data, way, row, go, title: `${WHO[here.player]} ${here.words[at]}`, next: `${here.line} ${row.action}`.trim() })}</li>`)}</ul>`;
}

/** A blueprint's strategy after a line before the flop, action by action, and the lines after it. */
function Blueprint({ onPut }) {
  const item = ({ data, way, row, go, title, next }) => {
    const { game, stack } = data.runs.find((each) => each.run === data.run);
    const text = rangeOf(data.hands, data.hands[`share ${row.action}`]);
    const name = `Blueprint ${data.run}, ${game === "limit" ? "limit" : `${stack} bb`}/${[...way, title].join(", ")}`;
    return html`<button type="button" disabled=${!text} onClick=${() => onPut({ title, percent: (100 * row.combos) / 1326, text, name })}>${title}</button> <span class="muted small">${((100 * row.combos) / 1326).toFixed(1)} %</span>
      ${row.goes_on && html` <button type="button" class="quiet small" onClick=${() => go(next)}>then …</button>`}`;
  };
  return html`<${BlueprintLines} item=${item} />`;
}

/** The text of hands by how often they get here and take this action. */
function rangeOf({ hand, combos }, shares) {
  return hand.flatMap((name, at) => {
    const weight = Math.min(1, (combos[at] / combosOf(name)) * shares[at]);
    if (weight < LEAST) return [];
    return [weight >= 0.99995 ? name : `${name}:${+weight.toFixed(4)}`];
  }).join(",");
}

/** The ranges with which a solved spot begins, and those of each action at a line of it. */
function Spot({ onPut }) {
  const [spot, setSpot] = useState("");
  const [line, setLine] = useState("");
  const listed = useAnswer("solved_spots", {});
  const rows = rowsOf(listed.answer);
  const chosen = rows.find((row) => String(row.spot) === spot) ?? rows[0];
  const { answer, of, problem } = useAnswer("solved_decision", chosen ? { spot: chosen.spot, line, cards: "" } : null);
  if (!chosen) return html`<${Wrong} problem=${listed.problem} />${listed.answer && html`<p class="muted small">The lake has no solved spot.</p>`}`;
  const data = of?.spot === chosen.spot && of.line === line ? answer?.data : null;
  const folder = `Solved spot ${chosen.spot}, ${chosen.board}`;
  const here = data?.next === "decision" ? data.steps.at(-1) : null;
  const after = (here?.line ?? line) ? `${here?.line ?? line}, ` : "";
  return html`<div class="fields above">
      <${Choice} label="Spot" value=${String(chosen.spot)} options=${rows.map((row) => [String(row.spot), `${row.spot}: ${row.board}${row.name ? `, ${row.name}` : ""}`])} onChange=${(next) => (setSpot(next), setLine(""))} />
      <${TextField} label="Line" value=${line} placeholder="the first decision" problem=${problemOf(problem, "line")} onChange=${setLine} /></div>
    <${Wrong} problem=${problem?.field === "line" ? null : problem} />
    ${data && html`<ul>
      ${["oop", "ip"].map((who) => html`<li key=${who}><button type="button" onClick=${() => onPut({ name: `${folder}/${who} at first`, text: data.about[who] })}>${who === "oop" ? "Out of position" : "In position"}, at first</button></li>`)}
      ${(here ? data.actions : []).map((row, at) => html`<li key=${row.action}>
        <button type="button" disabled=${!row.range} onClick=${() => onPut({ name: `${folder}/${after}${here.player} ${here.words[at]}`, text: row.range })}>${here.player} ${here.words[at]}</button>
        <span class="muted small">${row.percent === null ? "–" : `${row.percent.toFixed(1)} %`}</span></li>`)}
    </ul>`}`;
}
