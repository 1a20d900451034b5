// Where a spot begins as people meet it: positions and stacks of a preset, or a line of a blueprint.
import { ask, rowsOf, useAnswer } from "../../ask.js";
import { Buttons, Choice, numberIn, Wrong } from "../../parts/fields.js";
import { percent } from "../../parts/told.js";
import { html, useState } from "../../vendor/preact.js";

const FROM = [["", "Presets"], ["blueprint", "A blueprint"]];
const WHO = { oop: "BB", ip: "BTN" };
// What a spot that is begun does not keep of the one before.
const LEFT = { pot: "", stack: "", preflop: "", stacks: "", blinds: "", bets: "", raises: "", oop_bets: "", oop_raises: "", ip_bets: "", ip_raises: "", donks: "", tree: "", chip: "", locks: "", against: "" };

/** What fills in a spot; onBegin takes its fields, by name, on a board of these cards. */
export function Begin({ board, onBegin }) {
  const [from, setFrom] = useState("");
  const begin = (fields) => onBegin({ ...LEFT, ...fields });
  return html`<details class="above">
    <summary class="muted">By positions, stacks and what was done before the flop</summary>
    <${Buttons} label="Where it begins" value=${from} options=${FROM} onChange=${setFrom} />
    ${from === "" ? html`<${Presets} board=${board} onBegin=${begin} />` : html`<${Blueprint} board=${board} onBegin=${begin} />`}
  </details>`;
}

/** Presets; sizes are by street from the flop on, and a later board has begun with a later one. */
function Presets({ board, onBegin }) {
  const { answer, problem } = useAnswer("presets", {});
  const later = Math.max(0, board.length - 3);
  const sizes = (text) => (text.includes("/") ? text.split("/").slice(later).join("/") : text);
  const put = ({ oop, ip, preflop, stacks, oop_bets: oopBets, ip_bets: ipBets, raises, donks }) =>
    onBegin({ oop, ip, preflop, stacks, oop_bets: sizes(oopBets), ip_bets: sizes(ipBets), raises: sizes(raises), donks: sizes(donks) });
  return html`<${Wrong} problem=${problem} />
    <ul class="choices">${rowsOf(answer).map((row) => html`<li key=${row.preset}>
      <button type="button" onClick=${() => put(row)}>${row.about}</button><span class="muted small">${row.preflop}; ${row.stacks}</span></li>`)}</ul>
    <p class="muted small">Their ranges were written for pokerlake by hand, about as wide as manuals say. The stacks can be changed below, before the flop.</p>`;
}

/** The lines of a blueprint before the flop, action by action, until they lead to it. */
function Blueprint({ board, onBegin }) {
  const [run, setRun] = useState("0");
  const [line, setLine] = useState("");
  const [wrong, setWrong] = useState(null);
  const { answer, problem } = useAnswer("blueprint_line", { run: numberIn(run), line });
  if (!answer) return html`<${Wrong} problem=${problem} />`;
  const { runs, run: shown, steps, actions } = answer.data;
  const here = steps.at(-1);
  const way = steps.slice(0, -1).map((step) => `${WHO[step.player]} ${step.words[step.actions.indexOf(step.taken)]}`);
  const go = (next) => (setWrong(null), setLine(next));
  const put = (action) =>
    ask("blueprint_spot", { run: String(shown), line: `${here.line} ${action}`.trim(), board: board.slice(0, 3).join("") }).then((found) => {
      const [{ board: b, ...fields }] = rowsOf(found);
      const given = Object.entries(fields).filter(([, value]) => value !== null);
      onBegin({ b, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) });
    }, setWrong);
  return html`<div class="fields above"><${Choice} label="Blueprint" value=${String(shown)} options=${runs.map((each) => [String(each.run), `${each.run}: ${each.game === "limit" ? "limit" : `${each.stack} big blinds`}`])}
      onChange=${(next) => (setRun(next), go(""))} /></div>
    <p class="small above">${way.length ? html`${way.join(", ")} <button type="button" onClick=${() => go(here.line.split(" ").slice(0, -1).join(" "))}>Back</button>` : "Nobody has acted."}</p>
    <${Wrong} problem=${problem ?? wrong} />
    <ul class="choices">${actions.map((row, at) => html`<li key=${row.action}>
      <button type="button" disabled=${row.action === "f"} onClick=${() => (row.goes_on ? go(`${here.line} ${row.action}`.trim()) : put(row.action))}>${WHO[here.player]} ${here.words[at]}${row.goes_on || row.action === "f" ? "" : ": the flop"}</button>
      <span class="muted small">${row.percent === null ? "–" : percent(row.percent / 100, 1)}</span></li>`)}</ul>`;
}
