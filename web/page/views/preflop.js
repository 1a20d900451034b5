// Before the flop: rankings, match-ups, income rates, push or fold, and blueprints.
import { addressOf } from "../address.js";
import { gameOf } from "../games.js";
import { needs } from "../parts/styles.js";
import { html } from "../vendor/preact.js";
import { Blueprints } from "./preflop/blueprints.js";
import { MatchUps } from "./preflop/matchups.js";
import { PushFold } from "./preflop/pushfold.js";
import { Rankings } from "./preflop/rankings.js";
import { Rates } from "./preflop/rates.js";

needs("views/solved.css");

const PARTS = [
  ["", "Rankings", Rankings],
  ["matchups", "Match-ups", MatchUps],
  ["rates", "Income rates", Rates],
  ["pushfold", "Push or fold", PushFold],
  ["blueprints", "Blueprints", Blueprints],
];

export default function Preflop({ params }) {
  const part = params.get("show") ?? "";
  const game = gameOf(params);
  const parts = game.slug ? PARTS.slice(0, 2) : PARTS; // the others are for hold'em
  const [name, , View] = parts.find(([known]) => known === part) ?? parts[0];
  return html`<h1 class="hidden">Preflop</h1>
    <nav class="parts" aria-label="Preflop">
      ${parts.map(
        ([show, title]) =>
          html`<a href=${addressOf("preflop", { game: game.slug, show })} aria-current=${show === name ? "page" : null}>${title}</a>`,
      )}
    </nav>
    <${View} key=${name} params=${params} game=${game} />`;
}
