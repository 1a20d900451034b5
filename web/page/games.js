// The game in the address: "game=omaha"; hold'em without it.
import { addressOf, current } from "./address.js";
import { GAMES } from "./catalogue.js";
import { cardsIn } from "./parts/cards.js";

export { GAMES };

const named = (params) => GAMES.find(({ slug, name }) => [slug, name].includes(params.get("game") ?? ""));

/** The game of an address; hold'em if it names an unknown one. */
export const gameOf = (params) => named(params) ?? GAMES[0];

/** An unknown game that an address names; empty if it names a known one, or none. */
export const strangeGame = (params) => (named(params) ? "" : params.get("game"));

/** Show the view for another game. Choices stay where that game has them too. */
export function play(slug) {
  const { view, params } = current();
  const game = GAMES.find((each) => each.slug === slug);
  const kept = new URLSearchParams(game.hole === gameOf(params).hole ? params : "");
  for (const name of ["b", "d"]) {
    if (cardsIn(kept.get(name)).some(([rank]) => !game.ranks.includes(rank))) kept.delete(name);
  }
  kept.delete("game");
  if (slug) kept.set("game", slug);
  location.hash = addressOf(view, kept);
}
