// Before the flop in Omaha: all holes by rank, the value of suits, and holes of four cards in a picture.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { gameOf } from "../../games.js";
import { Cards } from "../../parts/cards.js";
import { Choice, numberIn, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, percent, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";
import { PatternPicture } from "./picture.js";

const SUITS = {
  rainbow: "rainbow", ss: "ss: two of one", ds: "ds: two of two", "ds+ss": "ds+ss: two of three", ts: "ts: three of one",
  "ts+ss": "ts+ss: three and two", "ts+ts": "ts+ts: three of two", qs: "qs: four of one", "qs+ss": "qs+ss: four and two",
  "5s": "5s: five of one", ms: "ms: all of one",
};
// By the cards of a hole: its suits and pairs, and how many holes there are up to suits, and in all.
const HOLES = {
  4: {
    suits: ["rainbow", "ss", "ds", "ts", "ms"],
    pairs: ["unpaired", "paired", "two pair", "trips", "quads"],
    many: 16432,
    all: 270725,
  },
  5: {
    suits: ["ss", "ds", "ts", "ts+ss", "qs", "ms"],
    pairs: ["unpaired", "paired", "two pair", "trips", "full house", "quads"],
    many: 134459,
    all: 2598960,
  },
  6: {
    suits: ["ds", "ds+ss", "ts", "ts+ss", "ts+ts", "qs", "qs+ss", "5s", "ms"],
    pairs: ["unpaired", "paired", "two pair", "three pair", "trips", "full house", "two trips", "quads"],
    many: 962988,
    all: 20358520,
  },
};
const MOST = 16432; // rows of an answer
const COUNTS = [1000, 4000, MOST];

const anyOr = (names, titles = {}) => [["", "any"], ...names.map((name) => [name, titles[name] ?? name])];
const someRanks = (game) => "AA".padEnd(game.hole, "x");
const share = (field, title, tip) => ({ field, title, kind: "number", digits: 2, tip });
const COLUMNS = [
  { field: "rank", title: "Rank", kind: "count" },
  { field: "hand", title: "Hole", kind: "cards" },
  { field: "pairing", title: "Pairs" },
  { field: "suits", title: "Suits" },
  { field: "combos", title: "Combos", kind: "count" },
  { field: "equity", title: "Equity %", kind: "percent", tip: "Against one random hole" },
];
const HIGH = [share("win_percent", "Win %"), share("tie_percent", "Tie %")];
const HALVES = [
  { field: "high_equity", title: "High %", kind: "percent", tip: "Of the high half" },
  { field: "low_equity", title: "Low %", kind: "percent", tip: "Of the low half, where there is one" },
  share("scoop_percent", "Scoop %", "Deals in which it wins the whole pot"),
  share("quarter_percent", "Quarter %", "Deals in which it ties for one half and loses the other"),
];
/** The columns of a game's ranking; with five and six cards its places need more digits. */
const columnsOf = (game) => [
  ...COLUMNS,
  ...(game.halves ? HALVES : HIGH),
  { field: "top_percent", title: "Top %", kind: "number", digits: game.hole - 1, tip: `Combos that rank as high or higher, of ${count(HOLES[game.hole].all)}` },
];

const PARTS = [
  ["", "Ranking", Ranking],
  ["suits", "What suits are worth", Suitedness],
  ["picture", "All holes", AllHoles],
];

export default function Preflop({ params }) {
  const game = gameOf(params);
  const parts = game.hole > 4 ? PARTS.filter(([show]) => show !== "picture") : PARTS;
  const [name, , View] = parts.find(([show]) => show === (params.get("show") ?? "")) ?? parts[0];
  return html`<h1 class="hidden">Preflop in ${game.title}</h1>
    <nav class="parts" aria-label="Preflop">
      ${parts.map(
        ([show, title]) =>
          html`<a href=${addressOf("preflop", { game: game.slug, show })} aria-current=${show === name ? "page" : null}>${title}</a>`,
      )}
    </nav>
    <${View} key=${name} game=${game} params=${params} />`;
}

function Ranking({ game, params }) {
  const wanted = Object.fromEntries(["hand", "ranks", "pairing", "suits"].map((name) => [name, (params.get(name) ?? "").trim()]));
  const { suits, pairs, many } = HOLES[game.hole];
  const columns = useMemo(() => columnsOf(game), [game]);
  const number = params.get("n") ?? String(COUNTS[0]);
  const asked = { game: game.name, count: numberIn(number) };
  for (const [name, value] of Object.entries(wanted)) if (value) asked[name] = value;
  const { answer, problem, busy } = useAnswer("omaha_ranking", asked);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const [field, direction] = (params.get("s") ?? "rank:asc").split(":");
  const picked = rows.find(({ hand }) => hand === params.get("h"));
  const known = problemOf(problem, "hand") ?? problemOf(problem, "ranks");
  return html`<section class="panel" aria-label="Ranking" aria-busy=${busy}>
    <div class="filters">
      <${TextField} label="Ranks" value=${wanted.ranks} placeholder=${someRanks(game)} problem=${problemOf(problem, "ranks")} onChange=${(ranks) => change({ ranks })} />
      <${Choice} label="Suits" value=${wanted.suits} options=${anyOr(suits, SUITS)} onChange=${(next) => change({ suits: next })} />
      <${Choice} label="Pairs" value=${wanted.pairing} options=${anyOr(pairs)} onChange=${(pairing) => change({ pairing })} />
      <${TextField} label="One hole" value=${wanted.hand} placeholder=${"AsAhKsKhQsQh".slice(0, 2 * game.hole)} problem=${problemOf(problem, "hand")} onChange=${(hand) => change({ hand })} />
      <${Choice} label="How many" value=${number} options=${COUNTS.map((n) => [String(n), n === many ? "all" : `best ${count(n)}`])} onChange=${(n) => change({ n: n === String(COUNTS[0]) ? "" : n })} />
    </div>
    ${!known && html`<${Wrong} problem=${problem} />`}
    ${answer && html`<div data-stale=${Boolean(problem)}>
      <p class="muted small" aria-live="polite">${count(rows.length)} of ${count(many)} holes up to suits, by equity against one random hole, counted exactly.</p>
      ${picked && html`<p data-picked=${picked.hand}><${Cards} of=${picked.hand} />: rank ${count(picked.rank)}, top ${picked.top_percent.toFixed(game.hole - 1)} %, equity ${percent(picked.equity)}.
        <span> </span><a href=${addressOf("equity", { game: game.slug, p: [picked.hand, "random"] })}>Equity</a></p>`}
      <${DataTable} key=${game.slug} label="Holes" columns=${columns} rows=${rows} sort=${[field, direction]} height="38rem"
        onRow=${({ hand }) => change({ h: hand })} onSort=${([name, way]) => change({ s: `${name}:${way}` })} />
    </div>`}
    <${Same} of=${answer?.same} />
  </section>`;
}

const suitsColumnsOf = (game) => [
  { field: "pairing", title: "Pairs" },
  { field: "suits", title: "Suits" },
  { field: "combos", title: "Combos", kind: "count" },
  { field: "equity", title: "Equity %", kind: "percent", tip: "Mean against one random hole" },
  { field: "lowest_equity", title: "Lowest %", kind: "percent" },
  { field: "highest_equity", title: "Highest %", kind: "percent" },
  { field: "best_top_percent", title: "Best top %", kind: "number", digits: game.hole - 1, tip: "The place of the best hole" },
];

function Suitedness({ game, params }) {
  const ranks = (params.get("ranks") ?? "").trim();
  const apart = params.get("apart") === "yes";
  const columns = useMemo(() => suitsColumnsOf(game), [game]);
  const { answer, problem, busy } = useAnswer("omaha_suitedness", { game: game.name, ...(ranks ? { ranks } : {}), by_pairing: apart });
  const rows = useMemo(() => rowsOf(answer), [answer]);
  return html`<section class="panel" aria-label="What suits are worth" aria-busy=${busy}>
    <div class="filters">
      <${TextField} label="Ranks" value=${ranks} placeholder=${someRanks(game)} problem=${problemOf(problem, "ranks")} onChange=${(next) => change({ ranks: next })} />
      <${Choice} label="Rows" value=${apart ? "yes" : "no"} options=${[["no", "by suits"], ["yes", "by pairs and suits"]]} onChange=${(next) => change({ apart: next === "yes" ? next : "" })} />
    </div>
    ${!problemOf(problem, "ranks") && html`<${Wrong} problem=${problem} />`}
    ${answer && html`<p class="muted small">Means over all holes of a kind, each as often as it is dealt. ${HOLES[game.hole].suits.map((name) => SUITS[name]).filter((title) => title.includes(":")).join("; ")}.</p>
      <${DataTable} label="Suits" columns=${columns} rows=${rows} sort=${["equity", "desc"]} height=${apart ? "38rem" : `${4 + 2 * HOLES[game.hole].suits.length}rem`} />`}
    <${Same} of=${answer?.same} />
  </section>`;
}

function AllHoles({ game, params }) {
  const by = params.get("by") === "top percent" ? "top percent" : "equity";
  const colours = html`<${Choice} label="Colours show" value=${by} options=${[["equity", "equity against one random hole"], ["top percent", "top percent"]]}
    onChange=${(next) => change({ by: next === "equity" ? "" : next }, { push: true })} />`;
  return html`<section class="panel" aria-label="All holes">
    <${PatternPicture} question="omaha_picture" given=${{ game: game.name, by }} params=${params} more=${colours}
      label=${`All holes of ${game.title} by ranks and suits`} onSides=${(sides) => change(sides)} />
    <p class="muted small">A cell says its ranks, value and combos when it is pointed at.</p>
  </section>`;
}
