// Before the flop in Omaha: all holes of four cards by rank, what suits are worth, and all in a picture.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { gameOf } from "../../games.js";
import { Cards } from "../../parts/cards.js";
import { Choice, problemOf, TextField, Wrong } from "../../parts/fields.js";
import { DataTable } from "../../parts/table.js";
import { count, percent, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";
import { PatternPicture } from "./picture.js";

const SUITS = [
  ["", "any"], ["rainbow", "rainbow"], ["ss", "ss: two of one"], ["ds", "ds: two of two"], ["ts", "ts: three of one"],
  ["ms", "ms: all of one"],
];
const PAIRS = [["", "any"], ...["unpaired", "paired", "two pair", "trips", "quads"].map((name) => [name, name])];
const ALL = 16432;
const COUNTS = [["1000", "best 1,000"], ["4000", "best 4,000"], [String(ALL), "all"]];

const share = (field, title, tip) => ({ field, title, kind: "number", digits: 2, tip });
const COLUMNS = [
  { field: "rank", title: "Rank", kind: "count" },
  { field: "hand", title: "Hole", kind: "cards" },
  { field: "pairing", title: "Pairs" },
  { field: "suits", title: "Suits" },
  { field: "combos", title: "Combos", kind: "count" },
  { field: "equity", title: "Equity %", kind: "percent", tip: "Against one random hole" },
];
const TOP = { field: "top_percent", title: "Top %", kind: "number", digits: 3, tip: "Combos that rank as high or higher, of 270,725" };
const OF_GAME = {
  omaha: [...COLUMNS, share("win_percent", "Win %"), share("tie_percent", "Tie %"), TOP],
  omaha8: [
    ...COLUMNS,
    { field: "high_equity", title: "High %", kind: "percent", tip: "Of the high half" },
    { field: "low_equity", title: "Low %", kind: "percent", tip: "Of the low half, where there is one" },
    share("scoop_percent", "Scoop %", "Deals in which it wins the whole pot"),
    share("quarter_percent", "Quarter %", "Deals in which it ties for one half and loses the other"),
    TOP,
  ],
};

const PARTS = [
  ["", "Ranking", Ranking],
  ["suits", "What suits are worth", Suitedness],
  ["picture", "All holes", AllHoles],
];

export default function Preflop({ params }) {
  const game = gameOf(params);
  const parts = game.halves ? PARTS.filter(([show]) => show !== "suits") : PARTS;
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
  const number = params.get("n") ?? COUNTS[0][0];
  const asked = { game: game.name, count: Number(number) };
  for (const [name, value] of Object.entries(wanted)) if (value) asked[name] = value;
  const { answer, problem, busy } = useAnswer("omaha_ranking", asked);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const [field, direction] = (params.get("s") ?? "rank:asc").split(":");
  const picked = rows.find(({ hand }) => hand === params.get("h"));
  const known = problemOf(problem, "hand") ?? problemOf(problem, "ranks");
  return html`<section class="panel" aria-label="Ranking" aria-busy=${busy}>
    <div class="filters">
      <${TextField} label="Ranks" value=${wanted.ranks} placeholder="AAxx" problem=${problemOf(problem, "ranks")} onChange=${(ranks) => change({ ranks })} />
      <${Choice} label="Suits" value=${wanted.suits} options=${SUITS} onChange=${(suits) => change({ suits })} />
      <${Choice} label="Pairs" value=${wanted.pairing} options=${PAIRS} onChange=${(pairing) => change({ pairing })} />
      <${TextField} label="One hole" value=${wanted.hand} placeholder="AsAhKsKh" problem=${problemOf(problem, "hand")} onChange=${(hand) => change({ hand })} />
      <${Choice} label="How many" value=${number} options=${COUNTS} onChange=${(n) => change({ n: n === COUNTS[0][0] ? "" : n })} />
    </div>
    ${!known && html`<${Wrong} problem=${problem} />`}
    ${answer && html`<div data-stale=${Boolean(problem)}>
      <p class="muted small" aria-live="polite">${count(rows.length)} of ${count(ALL)} holes up to suits, by equity against one random hole, counted exactly.</p>
      ${picked && html`<p data-picked=${picked.hand}><${Cards} of=${picked.hand} />: rank ${count(picked.rank)}, top ${picked.top_percent.toFixed(3)} %, equity ${percent(picked.equity)}.
        <span> </span><a href=${addressOf("equity", { game: game.slug, p: [picked.hand, "random"] })}>Equity</a></p>`}
      <${DataTable} key=${game.slug} label="Holes" columns=${OF_GAME[game.slug]} rows=${rows} sort=${[field, direction]} height="38rem"
        onRow=${({ hand }) => change({ h: hand })} onSort=${([name, way]) => change({ s: `${name}:${way}` })} />
    </div>`}
    <${Same} of=${answer?.same} />
  </section>`;
}

const SUITS_COLUMNS = [
  { field: "pairing", title: "Pairs" },
  { field: "suits", title: "Suits" },
  { field: "combos", title: "Combos", kind: "count" },
  { field: "equity", title: "Equity %", kind: "percent", tip: "Mean against one random hole" },
  { field: "lowest_equity", title: "Lowest %", kind: "percent" },
  { field: "highest_equity", title: "Highest %", kind: "percent" },
  { field: "best_top_percent", title: "Best top %", kind: "number", digits: 3, tip: "The place of the best hole" },
];

function Suitedness({ params }) {
  const ranks = (params.get("ranks") ?? "").trim();
  const apart = params.get("apart") === "yes";
  const { answer, problem, busy } = useAnswer("omaha_suitedness", { ...(ranks ? { ranks } : {}), by_pairing: apart });
  const rows = useMemo(() => rowsOf(answer), [answer]);
  return html`<section class="panel" aria-label="What suits are worth" aria-busy=${busy}>
    <div class="filters">
      <${TextField} label="Ranks" value=${ranks} placeholder="AAxx" problem=${problemOf(problem, "ranks")} onChange=${(next) => change({ ranks: next })} />
      <${Choice} label="Rows" value=${apart ? "yes" : "no"} options=${[["no", "by suits"], ["yes", "by pairs and suits"]]} onChange=${(next) => change({ apart: next === "yes" ? next : "" })} />
    </div>
    ${!problemOf(problem, "ranks") && html`<${Wrong} problem=${problem} />`}
    ${answer && html`<p class="muted small">Means over all holes of a kind, each as often as it is dealt. ss: two cards of one suit; ds: two of each of two; ts: three; ms: four.</p>
      <${DataTable} label="Suits" columns=${SUITS_COLUMNS} rows=${rows} sort=${["equity", "desc"]} height=${apart ? "38rem" : "14rem"} />`}
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
