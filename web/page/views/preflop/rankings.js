// The hands of two cards by number of players: a grid coloured by a measure, and a list.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { Choice, numberIn, Wrong } from "../../parts/fields.js";
import { handsOf, ValueGrid } from "../../parts/hands.js";
import { colourOf } from "../../parts/scale.js";
import { DataTable } from "../../parts/table.js";
import { fixed, percent, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";

const PLAYERS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const signed = (value, digits) => (value > 0 ? "+" : "") + fixed(value, digits);

// The measures: name, value of a row, and its text. Higher is brighter.
const MEASURES = {
  rank: ["Rank", (row) => -row.rank, (row) => row.rank],
  income: ["Income rate", (row) => row.income_rate, (row) => signed(row.income_rate, 2)],
  equity: ["Equity against one random hand", (row) => row.heads_up, (row) => (100 * row.heads_up).toFixed(1)],
  table: ["Equity against all players", (row) => row.equity, (row) => (100 * row.equity).toFixed(1)],
  top: ["Top percent", (row) => -row.top_percent, (row) => row.top_percent.toFixed(1)],
  moved: ["Places gained", (row) => row.places_gained, (row) => signed(row.places_gained, 0)],
};

const COLUMNS = [
  { field: "hand", title: "Hand", frozen: true },
  { field: "rank", title: "Rank", kind: "count" },
  { field: "top_percent", title: "Top %", kind: "number", digits: 2, tip: "Combos that rank as high or higher, of all" },
  { field: "heads_up", title: "v random %", kind: "percent", tip: "Equity against one random hand" },
  { field: "income_rate", title: "Income rate", kind: "number", digits: 4, tip: "Gain for each unit of stake: players × equity − 1" },
  { field: "standard_error", title: "±", kind: "number", digits: 4, tip: "Standard error of the income rate; none where it is exact" },
  { field: "equity", title: "Equity %", kind: "percent", tip: "Against random hands of all other players" },
  { field: "combos", title: "Combos", kind: "count" },
  { field: "method", title: "Method" },
];
const MOVES = [
  { field: "hand", title: "Hand", frozen: true },
  { field: "places_gained", title: "Gained", kind: "count", tip: "Places gained from 2 players to 10" },
  ...PLAYERS.map((players) => ({ field: `players_${players}`, title: `${players}`, kind: "count", tip: `Rank of ${players} players` })),
  { field: "income_rate_2", title: "Rate of 2", kind: "number", digits: 4 },
  { field: "income_rate_10", title: "Rate of 10", kind: "number", digits: 4 },
];

export function Rankings({ params, game }) {
  const by = MEASURES[params.get("by")] ? params.get("by") : "rank";
  const players = numberIn(params.get("players") ?? "6");
  const moved = by === "moved";
  const { answer, problem, busy } = useAnswer(...(moved ? ["rank_by_players", { game: game.name }] : ["hand_ranking", { game: game.name, players }]));
  const rows = useMemo(() => told(answer), [answer]);
  const fits = rows.length > 0 && moved === "places_gained" in rows[0];
  const picked = params.get("hand");
  const row = fits ? rows.find(({ hand }) => hand === picked) : null;
  const sort = params.get("s")?.split(":") ?? (moved ? ["places_gained", "desc"] : ["rank", "asc"]);
  return html`<div class="columns">
    <section class="panel" aria-label="Ranking" aria-busy=${busy}>
      <div class="fields">
        <${Choice} label="Players" value=${String(players)} disabled=${moved} options=${PLAYERS.map((n) => [String(n), `${n} players`])}
          onChange=${(n) => change({ players: n === "6" ? "" : n }, { push: true })} />
        <${Choice} label="What cells show" value=${by} options=${Object.entries(MEASURES).map(([name, [title]]) => [name, title])}
          onChange=${(name) => change({ by: name === "rank" ? "" : name, s: "" }, { push: true })} />
      </div>
      <${Wrong} problem=${problem} />
      ${fits && html`<p class="muted small above">${sentence(moved, players, rows)}</p>
        <${ValueGrid} label=${`${MEASURES[by][0]} of each hand`} hands=${handsOf(game.ranks)} cells=${cellsOf(rows, by)} picked=${picked}
          onPick=${(hand) => change({ hand: hand === picked ? "" : hand })} />`}
      ${row && html`<p class="above" data-picked=${row.hand}><strong>${row.hand}</strong>: ${tipOf(row)}.
        <span> </span><a href=${addressOf("preflop", { game: game.slug, show: "matchups", hand: row.hand })}>Match-ups</a>${!game.slug && html`, <a href=${addressOf("preflop", { show: "rates", hands: row.hand })}>income rates</a>`}</p>`}
      <${Same} of=${answer?.same} />
    </section>
    <section class="panel" aria-label="List">
      ${fits && html`<${DataTable} key=${moved} label=${`The ${rows.length} hands`} columns=${moved ? MOVES : COLUMNS} rows=${rows} sort=${sort}
        onSort=${([name, direction]) => change({ s: `${name}:${direction}` })} height="38rem" />`}
    </section>
  </div>`;
}

/** The rows with the equity against one random hand, and whether the rate is exact. */
function told(answer) {
  const equities = answer?.data.equities;
  const rows = rowsOf(answer);
  if (!equities) return rows;
  return rows.map((row) => ({ ...row, heads_up: equities[row.hand], method: row.standard_error === null ? "counted" : "sampled" }));
}

function sentence(moved, players, rows) {
  const rule = "The income rate is what a hand gains for each unit of stake if all players stay: players × equity − 1.";
  if (moved) return "Places that a hand gains from 2 players to 10, of its rank by income rate. From four players on rates are sampled, so that close neighbours may change places.";
  const errors = rows.map((row) => row.standard_error).filter((error) => error !== null);
  if (!errors.length) return `${rule} Rates of ${players} players are counted exactly.`;
  return `${rule} Rates of ${players} players are sampled: standard errors are up to ${Math.max(...errors).toFixed(4)}, and hands that are closer may change places.`;
}

function cellsOf(rows, by) {
  const [, valueOf, textOf] = MEASURES[by];
  const values = rows.map(valueOf);
  const ends = [Math.min(...values), Math.max(...values)];
  return Object.fromEntries(
    rows.map((row, at) => [row.hand, { ground: colourOf(values[at], ...ends), text: String(textOf(row)), tip: tipOf(row) }]),
  );
}

function tipOf(row) {
  if ("places_gained" in row) {
    return `rank ${PLAYERS.map((players) => row[`players_${players}`]).join(", ")} of 2 to 10 players`;
  }
  const error = row.standard_error === null ? ", exact" : ` ± ${row.standard_error.toFixed(4)}`;
  return `rank ${row.rank}, top ${row.top_percent.toFixed(2)} %, income rate ${signed(row.income_rate, 4)}${error}, equity ${percent(row.heads_up)} against one random hand`;
}
