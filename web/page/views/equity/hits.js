// What a range hits on the board: bars of made hands and draws, and the grid by groups of kinds.
import { current } from "../../address.js";
import { rowsOf } from "../../ask.js";
import { Wrong } from "../../parts/fields.js";
import { counted, percent, Same } from "../../parts/told.js";
import { html } from "../../vendor/preact.js";

const LEAST = 0.0005; // of a share that is drawn
const colourOf = (group) => `var(--hit-${group.replaceAll(" ", "-")})`;
const faint = (colour) => `repeating-linear-gradient(45deg, ${colour} 0 2px, var(--cell) 2px 6px)`;
const plain = (combos) => +combos.toFixed(2);
const namesIn = (text) => text.split(",").map((name) => name.trim()).filter(Boolean);

/** The cells of the painted grid: {hand: {shares, tip}}, faint where a kind is not kept. */
export function cellsOf(answer) {
  const cells = {};
  for (const { hand, group, combos, share, kept_combos: kept } of rowsOf(answer)) {
    const cell = (cells[hand] ??= { shares: [], tip: [] });
    const part = kept === null ? 1 : kept / combos;
    const colour = colourOf(group);
    if (share * part >= LEAST) cell.shares.push([share * part, colour]);
    if (share * (1 - part) >= LEAST) cell.shares.push([share * (1 - part), faint(colour)]);
    cell.tip.push(`${plain(combos)} ${group}${kept === null || part === 1 ? "" : `, ${plain(kept)} kept`}`);
  }
  return cells;
}

/** The kinds and draws of the address with one more, or one less; clicks may be faster than drawing. */
function toggled(name) {
  const names = namesIn(current().params.get("keep") ?? "");
  return (names.includes(name) ? names.filter((other) => other !== name) : [...names, name]).join(", ");
}

/**
 * The bars: a click keeps a kind or a draw, one on "or better" that and all above it. keep is the
 * text of those that are kept; onKeep takes another, and onGoOn the range that is left.
 */
export function Hits({ player, asked, found, keep, onKeep, onGoOn }) {
  const { answer, problem, busy } = found;
  const data = answer?.data;
  const parts = [["Made hands", "made"], ["Draws", "draw"]].map(([title, part]) => [title, data?.bars.filter((bar) => bar.part === part) ?? []]);
  const most = Math.max(...(data?.bars ?? []).map((bar) => Math.max(bar.share, bar.villain_share ?? 0)), 0.01);
  return html`<h3 class="above">What player ${player} hits</h3>
    <${Wrong} problem=${problem} />
    ${data && html`<div aria-busy=${busy} data-stale=${Boolean(problem)} data-hits=${data.combos}>
      <${Kept} data=${data} keep=${keep} onKeep=${onKeep} onGoOn=${onGoOn} cards=${asked.board} />
      <${Groups} data=${data} answer=${answer} />
      ${parts.map(([title, bars]) => bars.length > 0 && html`<${Bars} key=${title} title=${title} bars=${bars} most=${most} keep=${keep} onKeep=${onKeep} />`)}
      <p class="muted small">A name keeps its hands, a share of “or better” that hand and all above it. ${asked.villain ? "The thin line is the other player." : ""}</p>
    </div>`}
    <${Same} of=${answer?.same} />`;
}

/** The part that is kept, and the button to go on with it. */
function Kept({ data, keep, onKeep, onGoOn }) {
  if (!keep || data.kept_combos === null) return html`<p class="small" role="status">${counted(plain(data.combos), "combo")} on this board.</p>`;
  const none = !data.kept_combos;
  return html`<p role="status" data-kept=${data.kept_combos}><strong class="answer">${percent(data.kept_combos / data.combos, 1)}</strong> kept: ${plain(data.kept_combos)} of ${counted(plain(data.combos), "combo")}.</p>
    <div class="row">
      <button type="button" class="strong" disabled=${none} onClick=${() => onGoOn(data.kept)}>Go on with these</button>
      <button type="button" onClick=${() => onKeep("")}>Keep all</button>
    </div>`;
}

/** The colours of the grid, with the share of each. */
function Groups({ data, answer }) {
  const sums = Object.fromEntries(data.groups.map((group) => [group, 0]));
  for (const { group, combos } of rowsOf(answer)) sums[group] += combos;
  return html`<p class="legend above" aria-label="Colours of the grid">${data.groups.map(
    (group) => html`<span key=${group} style=${{ "--of": colourOf(group) }}>${group} ${percent(sums[group] / data.combos, 1)}</span>`,
  )}</p>`;
}

function Bars({ title, bars, most, keep, onKeep }) {
  const names = namesIn(keep);
  const from = Math.max(-1, ...bars.map(({ name }, at) => (names.includes(`${name}+`) ? at : -1)));
  const width = (share) => ({ width: `${(100 * share) / most}%` });
  return html`<table class="plain hits"><caption class="hidden">${title} of the range</caption>
    <thead><tr><th scope="col">${title}</th><th scope="col"><span class="hidden">Share as a bar</span></th><th scope="col" class="number">Combos</th><th scope="col" class="number">Share</th>${bars[0].part === "made" && html`<th scope="col" class="number">Or better</th>`}</tr></thead>
    <tbody>${bars.map((bar, at) => html`<tr key=${bar.name}>
      <th scope="row"><button type="button" class="quiet" data-kind=${bar.name} aria-pressed=${names.includes(bar.name) || at <= from} onClick=${() => onKeep(toggled(bar.name))}>${bar.name}</button></th>
      <td><div class="bar"><span style=${{ ...width(bar.share), background: colourOf(bar.group) }}></span></div>
        ${bar.villain_share !== undefined && html`<div class="bar thin"><span style=${width(bar.villain_share)}></span></div>`}</td>
      <td class="number">${plain(bar.combos)}</td><td class="number" data-share=${bar.share}>${percent(bar.share, 1)}</td>
      ${bar.part === "made" && html`<td class="number"><button type="button" class="quiet" aria-pressed=${names.includes(`${bar.name}+`)} aria-label=${`${bar.name} or better: ${percent(bar.or_better, 1)}`} onClick=${() => onKeep(toggled(`${bar.name}+`))}>${percent(bar.or_better, 1)}</button></td>`}
    </tr>`)}</tbody></table>`;
}
