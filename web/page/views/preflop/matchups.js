// A hand against each other one, and a third player against two.
import { addressOf, change } from "../../address.js";
import { rowsOf, useAnswer } from "../../ask.js";
import { TextField, Wrong } from "../../parts/fields.js";
import { handsOf, ValueGrid } from "../../parts/hands.js";
import { colourOf } from "../../parts/scale.js";
import { DataTable } from "../../parts/table.js";
import { count, percent, Same } from "../../parts/told.js";
import { html, useMemo } from "../../vendor/preact.js";

const ENDS = 5; // the best and the worst opponents that are listed
const inPercent = (share) => (100 * share).toFixed(1);

export function MatchUps({ params, game }) {
  const hands = useMemo(() => handsOf(game.ranks), [game]);
  const hand = params.get("hand") ?? "AKs";
  const villain = params.get("villain") ?? "";
  const { answer, problem, busy } = useAnswer("match_ups", hand.trim() ? { game: game.name, hand } : null);
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const hero = answer?.data.hand;
  const against = rows.find((row) => row.villain === villain);
  const choose = (name) => (text) => change({ [name]: text }, { push: true });
  return html`<div class="columns">
      <section class="panel" aria-label="Hand">
        <h2>Hand</h2>
        <${TextField} label="Hand" hideLabel value=${hand} placeholder="AKs" problem=${problem?.field === "hand" ? problem : null} onChange=${choose("hand")} />
        <${Strengths} hand=${hero} game=${game} hands=${hands} onPick=${choose("hand")} />
      </section>
      <section class="panel" aria-label="Opponents" aria-busy=${busy} data-stale=${Boolean(problem)}>
        <h2>${hero ? `${hero} against each hand` : "Against each hand"}</h2>
        <${Wrong} problem=${problem?.field === "hand" ? null : problem} />
        ${rows.length > 0 && html`<${ValueGrid} label=${`Equity of ${hero} against each hand, in percent`} hands=${hands} cells=${cellsOf(rows, "villain", "equity", told)} picked=${villain}
            onPick=${(name) => choose("villain")(name === villain ? "" : name)} />
          <${Ends} rows=${rows} hero=${hero} />
          ${against && html`<p data-against=${villain}><strong>${hero} against ${villain}</strong>: ${told(against)}, of ${count(against.deals)} deals.
            <span> </span><a href=${addressOf("equity", { game: game.slug, p: [hero, villain] })}>On a board</a></p>`}`}
        <${Same} of=${answer?.same} />
      </section>
    </div>
    ${hero && !problem && html`<section class="panel" aria-label="A third player"><h2>A third player</h2>
      ${against ? html`<${Third} hand=${hero} villain=${villain} game=${game} hands=${hands} />` : html`<p class="muted">Pick an opponent of ${hero} in the grid; here is then what each third hand does to both.</p>`}
    </section>`}`;
}

/** The hands to pick from, coloured by their equity against a random hand. */
function Strengths({ hand, game, hands, onPick }) {
  const { answer, problem } = useAnswer("hand_ranking", { game: game.name, players: 2 });
  const cells = useMemo(() => {
    const rows = Object.entries(answer?.data.equities ?? {}).map(([name, equity]) => ({ name, equity }));
    return cellsOf(rows, "name", "equity", (row) => `equity ${percent(row.equity)} against a random hand`);
  }, [answer]);
  return html`<${Wrong} problem=${problem} />
    <p class="muted small above">The equity of each hand against a random one, in percent. Pick a hand to see its match-ups.</p>
    <${ValueGrid} label="Hands to pick" hands=${hands} cells=${cells} picked=${hand} onPick=${onPick} />`;
}

function Ends({ rows, hero }) {
  // The same hand is neither best nor worst: it always splits.
  const others = rows.filter((row) => row.villain !== hero);
  const named = (some) => some.map((row) => `${row.villain} ${inPercent(row.equity)} %`).join(", ");
  return html`<dl class="ends small">
    <dt>Best opponents for it</dt><dd>${named(others.slice(0, ENDS))}</dd>
    <dt>Worst opponents for it</dt><dd>${named(others.slice(-ENDS).reverse())}</dd>
  </dl>`;
}

const told = (row) =>
  `equity ${percent(row.equity)}, wins ${percent(row.wins / row.deals)}, splits ${percent(row.ties / row.deals)}`;

function cellsOf(rows, name, value, tip) {
  return Object.fromEntries(
    rows.map((row) => [row[name], { ground: colourOf(row[value], 0.1, 0.9), text: inPercent(row[value]), tip: tip(row) }]),
  );
}

function Third({ hand, villain, game, hands }) {
  const { answer, of, problem, busy } = useAnswer("third_player", { game: game.name, hand, villain });
  const rows = useMemo(() => rowsOf(answer), [answer]);
  const names = answer?.data ?? { hand, villain };
  const columns = [
    { field: "third", title: "Third", frozen: true },
    { field: "hero_equity", title: `${names.hand} %`, kind: "percent" },
    { field: "villain_equity", title: `${names.villain} %`, kind: "percent" },
    { field: "third_equity", title: "Third %", kind: "percent" },
    { field: "hero_part", title: "Part %", kind: "percent", tip: `The share of ${names.hand} in what both win` },
    { field: "gain", title: "Gain %", kind: "percent", tip: "That, less its equity heads-up" },
    { field: "helped", title: "Helped" },
  ];
  const tip = (row) => `${names.hand} ${percent(row.hero_equity)}, ${names.villain} ${percent(row.villain_equity)}, third ${percent(row.third_equity)}`;
  const ends = rows.length ? [Math.min(...rows.map((row) => row.hero_equity)), Math.max(...rows.map((row) => row.hero_equity))] : [0, 1];
  const cells = Object.fromEntries(
    rows.map((row) => [row.third, { ground: colourOf(row.hero_equity, ...ends), text: inPercent(row.hero_equity), tip: tip(row) }]),
  );
  const fits = of?.game === game.name && of?.hand === hand && of?.villain === villain;
  return html`<${Wrong} problem=${problem} />
    ${busy && !fits && html`<p class="muted" role="status">Looking it up …</p>`}
    ${rows.length > 0 && !problem && html`<div class="columns" data-stale=${!fits}>
      <div>
        <p class="muted small">The equity of ${names.hand} against ${names.villain} and each third hand, in percent.</p>
        <${ValueGrid} label=${`Equity of ${names.hand} against ${names.villain} and each third hand`} hands=${hands} cells=${cells} />
      </div>
      <${DataTable} label="Third hands" columns=${columns} rows=${rows} sort=${["gain", "desc"]} height="30rem" />
    </div>`}
    <${Same} of=${answer?.same} />`;
}
