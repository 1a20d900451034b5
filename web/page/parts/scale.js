// Colours of values: viridis from the least to the most, and the ink that is legible on each.

/** Black or white, whichever is legible on a colour "#rrggbb". */
export function inkOn(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

// Viridis in eleven steps, as in the charts: equal steps look equal, in grey too.
const SCALE = [
  "#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151",
  "#bddf26", "#fde725",
];

/** The colour of a value between two ends. */
export function colourOf(value, least, most) {
  const share = most > least ? (value - least) / (most - least) : 0.5;
  const place = Math.min(1, Math.max(0, share)) * (SCALE.length - 1);
  const [low, high] = [SCALE[Math.floor(place)], SCALE[Math.ceil(place)]];
  const part = place % 1;
  const mixed = [1, 3, 5].map((at) => {
    const [a, b] = [low, high].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(a + (b - a) * part).toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}
