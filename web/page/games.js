// The games there are, and what each has. The address names one, "game=omaha"; without it, hold'em.
import { address, addressOf } from "./address.js";
import { cardsIn, RANKS } from "./parts/cards.js";

// name is what questions take, hole how many cards a player has, most how many players there can be,
// first the players where the address has none.
export const GAMES = [
  { slug: "", name: "hold'em", title: "Hold'em", hole: 2, most: 10, first: ["top 15%", "22+,A2s+,KTs+"], example: "AhKh, or 22+,A2s+" },
  { slug: "short", name: "short deck", title: "Short deck", hole: 2, most: 10, ranks: "AKQJT9876", first: ["AKs,AQs,QQ+", "66+,A9s+"], example: "AhKh, or 77+,A9s+" },
  { slug: "omaha", name: "omaha", title: "Omaha", hole: 4, most: 10, first: ["AAxx$ds", "KQJT"], example: "AsAhKsKh, or AAxx$ds" },
  { slug: "omaha5", name: "omaha5", title: "Omaha, 5 cards", hole: 5, most: 9, first: ["AA$ds", "KQJT"], example: "AsAhKsKh2c, or AA$ds" },
  { slug: "omaha6", name: "omaha6", title: "Omaha, 6 cards", hole: 6, most: 7, first: ["AsAhKsKh3d2c", "random"], example: "AsAhKsKh3d2c, or AAK" },
  { slug: "omaha8", name: "omaha hi-lo", title: "Omaha hi-lo", hole: 4, most: 10, halves: true, first: ["AA23", "KQJT"], example: "AsAh2s3h, or A23x$ds" },
].map((game) => ({ ranks: RANKS, ...game }));

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
