// The usual ways into a spot: positions and stacks of a preset, or a line of a blueprint.
import { ask, rowsOf, useAnswer } from "../../ask.js";
import { Buttons, Wrong } from "../../parts/fields.js";
import { BlueprintLines } from "../../parts/named/presets.js";
import { percent } from "../../parts/told.js";
import { html, useState } from "../../vendor/preact.js";

const FROM = [["", "Presets"], ["blueprint", "A blueprint"]];
// The fields that a new spot does not keep of the previous one.
const LEFT = { pot: "", stack: "", preflop: "", stacks: "", blinds: "", bets: "", raises: "", oop_bets: "", oop_raises: "", ip_bets: "", ip_raises: "", donks: "", tree: "", chip: "", locks: "", against: "" };

/** Ways to fill in a spot; onBegin takes its fields, by name, for a board of this many cards. */
export function Begin({ board, onBegin }) {
  const [from, setFrom] = useState("");
  const begin = (fields) => onBegin({ ...LEFT, ...fields });
  return html`<details class="above">
    <summary class="muted">By positions, stacks and what was done before the flop</summary>
    <${Buttons} label="Where it begins" value=${from} options=${FROM} onChange=${setFrom} />
    ${from === "" ? html`<${Presets} board=${board} onBegin=${begin} />` : html`<${Blueprint} board=${board} onBegin=${begin} />`}
  </details>`;
}

/** Presets; sizes are by street from the flop on, so a later board starts with later ones. */
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

/** The lines of a blueprint before the flop, until they lead to it. */
function Blueprint({ board, onBegin }) {
  const [wrong, setWrong] = useState(null);
  const put = (run, line) =>
    ask("blueprint_spot", { run: String(run), line, board: board.slice(0, 3).join("") }).then((found) => {
      const [{ board: b, ...fields }] = rowsOf(found);
      const given = Object.entries(fields).filter(([, value]) => value !== null);
      onBegin({ b, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) });
    }, setWrong);
  const item = ({ data, row, go, title, next }) => html`<button type="button" disabled=${row.action === "f"} onClick=${() => (row.goes_on ? go(next) : put(data.run, next))}>${title}${row.goes_on || row.action === "f" ? "" : ": the flop"}</button>
    <span class="muted small">${row.percent === null ? "–" : percent(row.percent / 100, 1)}</span>`;
  return html`<${BlueprintLines} item=${item} wrong=${wrong} onGo=${() => setWrong(null)} />`;
}
