// The tables of imported hands: the query of each, and its columns.
const player = { field: "player", title: "Player" };
const number = (field, title, digits = 1, tip = undefined) => ({ field, title, kind: "number", digits, tip });

export const TABLES = {
  allins: {
    query: "all_in_luck",
    title: "Hands whose betting was over before the river",
    told: "Equity is of that moment, and due what it was worth of the pot.",
    columns: [
      { field: "number", title: "Hand" }, player, { field: "street", title: "Street" }, { field: "board", title: "Board", kind: "cards" },
      { field: "hole", title: "Hole", kind: "cards" }, { field: "pot", title: "Pot", kind: "count" }, { field: "equity", title: "Equity %", kind: "percent", digits: 1 },
      number("due", "Due", 2), number("won", "Won", 2), number("luck", "Luck", 2), number("luck_bb", "Luck, bb"),
    ],
  },
  finals: {
    query: "final_table_luck",
    title: "Luck at last tables, in prizes by ICM",
    told: "Of all-ins before the river where the prizes of all at the table are known. Expected is before the cards came. The last rows count what is left out.",
    columns: [
      { field: "number", title: "Hand" }, { field: "tournament", title: "Tournament" }, player, { field: "players", title: "Players", kind: "count" },
      { field: "street", title: "Street" }, { field: "board", title: "Board", kind: "cards" }, { field: "hole", title: "Hole", kind: "cards" },
      { field: "chips", title: "Luck in chips", kind: "count" }, { field: "currency", title: "Money" }, number("expected", "Expected", 2), number("value", "Value", 2),
      number("luck", "Luck", 2), number("standard_error", "Standard error", 2),
      { field: "left_out", title: "Left out, as" }, { field: "hands", title: "Hands", kind: "count" },
      { field: "tournaments", title: "of tournaments", kind: "count" },
    ],
  },
  strengths: {
    query: "decision_strengths",
    title: "How strong his hands were when he decided",
    told: "Against one random hand, in percent. Top % is the share of hands that are at least as good.",
    columns: [
      { field: "number", title: "Hand" }, { field: "street", title: "Street" }, { field: "position", title: "Position" },
      { field: "hole", title: "Hole", kind: "cards" }, { field: "board", title: "Board", kind: "cards" }, { field: "action", title: "Action" },
      ...[["amount", "Amount"], ["to_call", "To call"], ["pot", "Pot"]].map(([field, title]) => ({ field, title, kind: "count" })),
      { field: "hs", title: "HS", kind: "percent", digits: 1 }, { field: "ehs", title: "EHS", kind: "percent", digits: 1 },
      { field: "equity", title: "Equity", kind: "percent", digits: 1 }, number("hole_percentile", "Top %"),
    ],
  },
  habits: {
    question: "habits",
    title: "What he does after the flop, by what he faces",
    told: "With two players left. Bets are in percent of the pot before them.",
    columns: [
      { field: "street", title: "Street" }, { field: "side", title: "Side" }, { field: "facing", title: "Facing" },
      { field: "bet_from", title: "Bet from", kind: "count" }, { field: "bet_below", title: "below", kind: "count" }, { field: "action", title: "Action" },
      { field: "decisions", title: "Decisions", kind: "count" }, { field: "taken", title: "Taken", kind: "count" }, number("percent", "%"),
      number("standard_error", "Standard error"),
    ],
  },
};
