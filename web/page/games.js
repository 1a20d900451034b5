// Which game the address names: "game=omaha"; without it, hold'em.
import { addressOf, current } from "./address.js";
import { GAMES } from "./catalogue.js";
import { cardsIn } from "./parts/cards.js";

export { GAMES };

const named = (params) => GAMES.find(({ slug, name }) => [slug, name].includes(params.get("game") ?? ""));

/** The game of an address; hold'em where it names one that there is not. */
export const gameOf = (params) => named(params) ?? GAMES[0];

/** What an address names as its game and is none; empty where it names one, or nothing. */
export const strangeGame = (params) => (named(params) ? "" : params.get("game"));

/** Show the view for another game. What is chosen stays where that game has it too. */
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
