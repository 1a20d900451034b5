// Which game the address names: "game=omaha"; without it, hold'em.
import { address, addressOf } from "./address.js";
import { GAMES } from "./catalogue.js";
import { cardsIn } from "./parts/cards.js";

export { GAMES };

/** The game of an address. */
export const gameOf = (params) => GAMES.find(({ slug }) => slug === params.get("game")) ?? GAMES[0];

/** Show the view for another game. What is chosen stays where that game has it too. */
export function play(slug) {
  const { view, params } = address.value;
  const game = GAMES.find((each) => each.slug === slug);
  const kept = new URLSearchParams(game.hole === gameOf(params).hole ? params : "");
  for (const name of ["b", "d"]) {
    if (cardsIn(kept.get(name)).some(([rank]) => !game.ranks.includes(rank))) kept.delete(name);
  }
  kept.delete("game");
  if (slug) kept.set("game", slug);
  location.hash = addressOf(view, kept);
}
