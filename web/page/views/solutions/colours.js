// The colours of actions, the same in every grid: folds, checks and calls have one each, and bets and
// raises depend on their size, from a tenth of the pot to two pots. They are custom properties, so
// that themes can have their own.
const OF = { f: "var(--fold)", x: "var(--check)", c: "var(--call)" };
const [LEAST, MOST] = [0.1, 2];

/** The part of the pot that a bet of b60, or a raise to r180, puts in on top of a call. */
function sizeOf(action, { pot, to_call: toCall = 0 }) {
  const chips = Number(action.slice(1));
  return Number.isFinite(chips) ? (chips - toCall) / (pot + toCall) : MOST; // all-in has no number before the flop
}

/** The colour of each action of a step. */
export function coloursOf(actions, step) {
  return actions.map((action) => {
    if (OF[action]) return OF[action];
    const size = Math.min(MOST, Math.max(LEAST, sizeOf(action, step)));
    const part = Math.round((100 * Math.log(size / LEAST)) / Math.log(MOST / LEAST));
    return `color-mix(in oklch shorter hue, var(--raise) ${part}%, var(--bet))`;
  });
}

/** Places of actions from the left of a cell to the right: the largest bet first, the fold last. */
export const inOrder = (actions) => actions.map((_, place) => place).reverse();
