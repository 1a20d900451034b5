// Equity: 2 to 10 players with hands or ranges, a board and dead cards.
import { change, current } from "../address.js";
import { ask, rowsOf, useAnswer } from "../ask.js";
import { gameOf } from "../games.js";
import { BoardPicker } from "../parts/board.js";
import { Cards, cardsIn, Deck, toldBy } from "../parts/cards.js";
import { Buttons, Choice, numberIn, problemOf, TextField, Wrong } from "../parts/fields.js";
import { lazy } from "../parts/lazy.js";
import { NAMES } from "../parts/named/list.js";
import { RangeEditor } from "../parts/ranges.js";
import { DataTable } from "../parts/table.js";
import { count, percent, Picture, Same } from "../parts/told.js";
import { html, useEffect, useMemo, useState } from "../vendor/preact.js";
import { cellsOf, Hits } from "./equity/hits.js";

const omaha = () => import("./equity/omaha.js");
const [OmahaEditor, Halves] = ["OmahaEditor", "Halves"].map((name) => lazy(omaha, name));
const colourOf = (index) => `var(--p${index + 1})`;

function handsIn(params, game) {
  const hands = params.getAll("p");
  return hands.length ? hands : game.first;
}

/** Change the address, which then has all players: those of this moment, which may not be drawn yet. */
function changeWithHands(game, changes, options) {
  const hands = handsIn(current().params, game);
  change({ p: hands, ...(typeof changes === "function" ? changes(hands) : changes) }, options);
}

/** The request, from the address, without blank players. */
function askedBy(params, game) {
  const asked = {
    ...(game.slug ? { game: game.name } : {}),
    hands: handsIn(params, game),
    board: params.get("b") ?? "",
    dead: params.get("d") ?? "",
    method: params.get("m") ?? "auto",
    standard_error: numberIn(params.get("se") ?? "0.0005"),
  };
  if (params.has("seed")) asked.seed = numberIn(params.get("seed"));
  return asked;
}

export default function Equity({ params }) {
  const game = gameOf(params);
  const asked = askedBy(params, game);
  const { hands } = asked;
  const at = Math.max(0, hands.findIndex((_, index) => String(index) === params.get("at")));
  const whole = hands.every((hand) => hand.trim());
  const { answer, problem, busy } = useAnswer("equity", whole ? asked : null);
  const put = (changes, options) => changeWithHands(game, changes, options);
  const setHand = (index, text, options) =>
    put((now) => ({ p: now.map((hand, other) => (other === index ? text : hand)) }), options);
  const setCards = (name, cards) => put({ [name]: cards.join("") }, { push: true });
  const board = cardsIn(asked.board);
  const dead = cardsIn(asked.dead);
  const blank = hands.findIndex((hand) => !hand.trim());
  const Editor = game.hole > 2 ? OmahaEditor : RangeEditor;
  const hits = hitsAsked(asked, at, game, params);
  const found = useAnswer("range_hits", whole && !problem ? hits : null);
  const cells = useMemo(() => (hits && found.answer ? cellsOf(found.answer) : null), [Boolean(hits), found.answer]);
  const others = hands.filter((_, index) => index !== at).flatMap((hand) => (isHole(hand, game) ? cardsIn(hand) : []));
  const held = hands.flatMap((hand) => (isHole(hand, game) ? cardsIn(hand) : []));
  /** The range that is kept replaces the whole one; the next card is picked from the deck. */
  const goOn = (index, text) => {
    put((now) => ({ p: now.map((hand, other) => (other === index ? text : hand)), keep: "" }), { push: true });
    document.querySelector("[data-deck=b] button:not(:disabled)")?.focus();
  };
  return html`<h1 class="hidden">Equity</h1>
    <div class="columns">
      <section class="panel" aria-label="Players">
        <h2>Players</h2>
        <div class="players">
          ${hands.map(
            (hand, index) => html`<${Player}
              key=${index} index=${index} hand=${hand} chosen=${index === at} problem=${problemOf(problem, "hands", index)} example=${game.example}
              removable=${hands.length > 2}
              onChoose=${() => put({ at: index })}
              onChange=${(text) => setHand(index, text, { push: true })}
              onRemove=${() => put((now) => ({ p: now.filter((_, other) => other !== index), at: "" }), { push: true })}
            />`,
          )}
        </div>
        <div class="row">
          <button type="button" disabled=${hands.length >= game.most} onClick=${() => put((now) => ({ p: [...now, "random"], at: now.length }), { push: true })}>Add a player</button>
        </div>
        <h3 class="above">Range of player ${at + 1}</h3>
        <${Editor} key=${at} label=${`Player ${at + 1}`} text=${hands[at]} game=${game} taken=${[...board, ...dead, ...others]} params=${params} cells=${cells}
          onChange=${(text, options) => setHand(at, text, options)} />
      </section>
      <div>
        <section class="panel" aria-label="Result" aria-busy=${busy}>
          <${Result} asked=${asked} answer=${whole ? answer : null} problem=${problem} busy=${busy} blank=${blank} />
          <${Precision} asked=${asked} params=${params} put=${put} />
          <${Same} of=${answer?.same} />
        </section>
        <section class="panel" aria-label="Cards">
          ${game.board && html`<${TextField} label="Board" value=${asked.board} placeholder="Jh2h3d" problem=${problemOf(problem, "board")} onChange=${(text) => put({ b: text })} />
          <${BoardPicker} name="b" ranks=${game.ranks} cards=${board} taken=${[...dead, ...held]} onChange=${(cards) => setCards("b", cards)} />`}
          <details open=${!game.board || dead.length > 0 || Boolean(problemOf(problem, "dead"))}>
            <summary class="muted">${game.board ? "Dead cards" : "Dead cards, as of who has folded"}</summary>
            <${TextField} label="Dead cards" value=${asked.dead} problem=${problemOf(problem, "dead")} onChange=${(text) => put({ d: text })} />
            <${Deck} label="Dead cards" ranks=${game.ranks} cards=${dead} taken=${[...board, ...held]} most=${40} onChange=${(cards) => setCards("d", cards)} />
          </details>
        </section>
        <${More} asked=${asked} whole=${whole && !problem} show=${params.get("show") ?? ""} answer=${answer} put=${put}
          at=${at} game=${game} hits=${{ asked: hits, found, keep: params.get("keep") ?? "", onKeep: (keep) => put({ keep }, { push: true }), onGoOn: (text) => goOn(at, text) }} />
      </div>
    </div>
    <${Strip} answer=${whole && !problem ? answer : null} />`;
}

/** The equities again, at the bottom of a small screen, while a range is painted out of their sight. */
function Strip({ answer }) {
  if (!answer) return null;
  return html`<div class="strip" aria-hidden="true">
    ${answer.table.columns.equity.map(
      (equity, index) => html`<span key=${index}><b style=${{ background: colourOf(index) }}>${index + 1}</b> ${percent(equity, 1)}</span>`,
    )}
  </div>`;
}

/** The request about the current range: null if the board is not a flop yet, or hits are not shown. */
function hitsAsked({ hands, board, dead }, at, game, params) {
  if (params.get("show") !== "hits" || game.hole > 2 || cardsIn(board).length < 3) return null;
  return {
    hands: hands[at], board, dead, keep: params.get("keep") ?? "",
    ...(hands.length === 2 ? { villain: hands[1 - at] } : {}), ...(game.slug ? { game: game.name } : {}),
  };
}

/** Whether this is one hole of the game: its number of cards, and nothing else. */
const isHole = (hand, { hole, board }) => {
  const cards = board ? hole : cardsIn(hand).length; // in stud, known cards are dealt
  return cards > 0 && cardsIn(hand).length === cards && hand.replace(/[\s,/]|10/g, "").length <= 2 * cards;
};

function Player({ index, hand, chosen, problem, removable, example, onChoose, onChange, onRemove }) {
  const name = `Player ${index + 1}`;
  return html`<div class="player" data-player=${index}>
    <button type="button" class="swatch" style=${{ "--of": colourOf(index) }} aria-pressed=${chosen} aria-label=${`Show the range of player ${index + 1}`} onClick=${onChoose}>${index + 1}</button>
    <${TextField} label=${name} hideLabel value=${hand} problem=${problem} placeholder=${example} list=${NAMES} onChange=${onChange} onFocus=${chosen ? null : onChoose} />
    <button type="button" onClick=${() => onChange("random")} aria-label=${`${name} has any hand`}>Random</button>
    <button type="button" class="quiet" disabled=${!removable} onClick=${onRemove} aria-label=${`Remove player ${index + 1}`}>×</button>
  </div>`;
}

function Result({ asked, answer, problem, busy, blank }) {
  const general = problem && !/^(hands\.|board|dead)/.test(problem.field ?? "") ? problem : null;
  const rows = rowsOf(answer);
  const halves = rows.length > 0 && "low_equity" in rows[0];
  const sampled = answer?.data.method === "monte carlo";
  const error = sampled ? Math.max(...rows.map((row) => row.standard_error)) : 0;
  return html`<h2>Result</h2>
    <${Wrong} problem=${general} />
    ${blank >= 0 && html`<p class="muted">Player ${blank + 1} has no hand yet.</p>`}
    ${rows.length > 0 && html`<table class="plain" data-stale=${Boolean(problem)}>
      <caption class="hidden">Equity of each player</caption>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Equity</th><th scope="col" class="number">${halves ? "All" : "Win"}</th><th scope="col" class="number">${halves ? "Part" : "Tie"}</th></tr></thead>
      <tbody>
        ${rows.map(
          (row, index) => html`<tr key=${index}>
            <th scope="row"><span class="name">${index + 1}. ${row.hand}</span>
              <div class="bar"><span style=${{ width: `${100 * row.equity}%`, background: colourOf(index) }}></span></div></th>
            <td class="number answer" data-equity=${row.equity}>${percent(row.equity)}</td>
            <td class="number">${percent(row.win)}</td>
            <td class="number">${percent(row.tie)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    <p class="muted small" aria-live="polite" data-method=${answer.data.method}>
      ${percent(answer.data.chop)} of pots are split. ${count(answer.data.deals)} deals,
      ${sampled ? ` sampled with seed ${answer.data.seed}: standard error ± ${(100 * error).toFixed(3)} %` : " counted exactly"}${busy ? " …" : "."}
    </p>
    ${halves && html`<${Halves} rows=${rows} noLow=${answer.data.no_low} colourOf=${colourOf} />`}`}`;
}

function Precision({ asked, params, put }) {
  return html`<details open=${["m", "se"].some((name) => params.has(name))}><summary class="muted small">How it is counted</summary><div class="row">
    <${Choice} label="How" value=${asked.method} options=${[["auto", "exact where that is quick"], ["exact", "exact"], ["monte carlo", "sampled"]]}
      onChange=${(m) => put({ m: m === "auto" ? "" : m })} />
    <${Choice} label="Standard error when sampled" value=${params.get("se") ?? "0.0005"}
      options=${[["0.002", "0.2 %"], ["0.0005", "0.05 %"], ["0.0002", "0.02 %"], ["0.0001", "0.01 %"]]}
      onChange=${(se) => put({ se: se === "0.0005" ? "" : se })} />
  </div></details>`;
}

/** Questions besides the equity itself. */
function More({ asked, whole, show, answer, put, hits, at, game }) {
  const two = asked.hands.length === 2;
  const cards = cardsIn(asked.board).length;
  const options = [
    ["categories", "Hands made"],
    ...(cards >= 3 && game.hole === 2 ? [["hits", "What it hits"]] : []),
    ...(cards < 5 && cards > 0 ? [["next", "Next card"]] : []),
    ...(two && cards >= 3 && !asked.game && !asked.dead ? [["distribution", "Distribution"]] : []),
    ...(game.board ? [["holes", "By hole"]] : []),
  ];
  const shown = options.some(([name]) => name === show) ? show : "categories";
  const View = { categories: Categories, next: NextCards, hits: Hits, distribution: Distribution, holes: Holes }[shown];
  return html`<section class="panel" aria-label="More">
    <${Buttons} label="What is shown" value=${shown} options=${options} onChange=${(name) => put({ show: name })} />
    ${whole && html`<${View} asked=${asked} answer=${answer} player=${at + 1} game=${game} put=${put} ...${shown === "hits" ? hits : {}} />`}
  </section>`;
}

function Categories({ asked, answer, game }) {
  const [counted, setCounted] = useState(null);
  const known = answer?.data.categories ?? counted;
  const key = JSON.stringify(asked);
  useEffect(() => setCounted(null), [key]);
  // Two hands before the flop come from a table, which has no categories.
  const sample = () =>
    ask("equity", { ...asked, method: "monte carlo", standard_error: 0.0005 }).then((found) => setCounted(found.data.categories), () => {});
  if (!answer) return null;
  if (!known) return html`<p class="above"><button type="button" onClick=${sample}>Sample the hands made</button></p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Hands made"><table class="plain">
    <caption class="hidden">How often each player makes a hand of each category</caption>
    <thead><tr><th scope="col">${game.board ? "At the river" : "At the end"}</th>${asked.hands.map((_, index) => html`<th scope="col" class="number">Player ${index + 1}</th>`)}</tr></thead>
    <tbody>${game.made.map((name, row) => html`<tr key=${name}><th scope="row">${name}</th>
      ${known.map((shares) => html`<td class="number">${percent(shares[row])}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** The deck, coloured by a player's equity after each next card. */
function NextCards({ asked, game, player, put }) {
  const { answer, problem, busy } = useAnswer("next_cards", asked);
  const rows = rowsOf(answer).filter((row) => `equity_${player}` in row);
  const values = Object.fromEntries(rows.map((row) => [row.card, row[`equity_${player}`]]));
  const found = rows.map((row) => row.card).sort((a, b) => values[a] - values[b]);
  const board = cardsIn(asked.board);
  const pick = ([card]) => put((now) => ({ p: now, b: [...board, card].join("") }), { push: true });
  return html`<${Wrong} problem=${problem} />
    ${found.length > 0 && html`<p class="above" role="status">Player ${player}: <strong class="answer">${percent(values[found.at(-1)], 1)}</strong> after <${Cards} of=${found.at(-1)} />, ${percent(values[found[0]], 1)} after <${Cards} of=${found[0]} />.</p>`}
    <div aria-busy=${busy}><${Deck} label="Next card" ranks=${game.ranks} cards=${[]} most=${1} onChange=${pick}
      taken=${deckOf(game.ranks).filter((card) => !(card in values))} told=${found.length ? toldBy(values, (value) => (100 * value).toFixed(0)) : null} /></div>
    <p class="muted small">The equity of player ${player} in % after each card that can come, the brighter the more. The number beside a hand shows another player; a card deals it.</p>
    <${Same} of=${answer?.same} />`;
}

const deckOf = (ranks) => [...ranks].flatMap((rank) => [..."shdc"].map((suit) => rank + suit));

function Distribution({ asked }) {
  const given = { hero: asked.hands[0], villain: asked.hands[1], board: asked.board };
  const { answer, problem } = useAnswer("distribution", given);
  return html`<${Wrong} problem=${problem} />
    ${answer && html`<${Picture} svg=${answer.data.svg} label="The equity of each range's holes against the other range" />`}
    <${Same} of=${answer?.same} />`;
}

const BY_HOLE = [{ field: "hole", title: "Hole", kind: "cards" }, { field: "equity", title: "Equity %", kind: "percent" }];

/** Each hole of a player against the others: the request has him first. */
function Holes({ asked, player }) {
  const [wanted, setWanted] = useState("");
  const { hands } = asked;
  const his = { ...asked, hands: [hands[player - 1], ...hands.filter((_, index) => index !== player - 1)] };
  const key = JSON.stringify(his);
  const { answer, problem, busy } = useAnswer("hole_equities", wanted === key ? his : null);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  return html`${wanted !== key && html`<p class="above"><button type="button" onClick=${() => setWanted(key)}>Equity of each hole of player ${player}</button></p>`}
    ${busy && html`<p class="muted">Counting …</p>`}
    <${Wrong} problem=${problem} />
    ${rows.length > 0 && html`<${DataTable} label="Equity by hole" columns=${BY_HOLE} rows=${rows} sort=${["equity", "desc"]} />`}
    <${Same} of=${answer?.same} />`;
}
