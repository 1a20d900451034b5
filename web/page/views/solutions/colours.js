// The colours of actions: folds, checks and calls have one each, and sizes go from the least to the
// largest. They are custom properties, so that a theme has its own.
const OF = { f: "var(--fold)", x: "var(--check)", c: "var(--call)" };

/** The colour of each action. */
export function coloursOf(actions) {
  const sizes = actions.filter((action) => !OF[action]);
  return actions.map((action) => {
    if (OF[action]) return OF[action];
    if (sizes.length === 1) return action[0] === "r" ? "var(--raise)" : "var(--bet)";
    const part = Math.round((100 * sizes.indexOf(action)) / (sizes.length - 1));
    return `color-mix(in oklab, var(--raise) ${part}%, var(--bet))`;
  });
}

/** Places of actions from the left of a cell to the right: the largest bet first, the fold last. */
export const inOrder = (actions) => actions.map((_, place) => place).reverse();
