// made by docs/generate.py out of catalogue.py
// name is what questions take, hole how many cards a player has, most how many players
// there can be, ranked whether a table ranks its holes, flops whether one has every
// hole on every flop, first the players where the address has none.
export const GAMES = [
  {"slug": "", "name": "hold'em", "title": "Hold'em", "hole": 2, "most": 10, "halves": false, "ranks": "AKQJT98765432", "ranked": false, "flops": false, "first": ["top 15%", "22+,A2s+,KTs+"], "example": "AhKh, or 22+,A2s+"},
  {"slug": "omaha", "name": "omaha", "title": "Omaha", "hole": 4, "most": 10, "halves": false, "ranks": "AKQJT98765432", "ranked": true, "flops": true, "first": ["AAxx$ds", "KQJT"], "example": "AsAhKsKh, or AAxx$ds"},
  {"slug": "omaha5", "name": "omaha5", "title": "Omaha, 5 cards", "hole": 5, "most": 9, "halves": false, "ranks": "AKQJT98765432", "ranked": true, "flops": false, "first": ["AA$ds", "KQJT"], "example": "AsAhKsKh2c, or AA$ds"},
  {"slug": "omaha6", "name": "omaha6", "title": "Omaha, 6 cards", "hole": 6, "most": 7, "halves": false, "ranks": "AKQJT98765432", "ranked": true, "flops": false, "first": ["AsAhKsKh3d2c", "random"], "example": "AsAhKsKh3d2c, or AAK"},
  {"slug": "omaha8", "name": "omaha hi-lo", "title": "Omaha hi-lo", "hole": 4, "most": 10, "halves": true, "ranks": "AKQJT98765432", "ranked": true, "flops": false, "first": ["AA23", "KQJT"], "example": "AsAh2s3h, or A23x$ds"},
  {"slug": "bigo", "name": "omaha5 hi-lo", "title": "Big O: Omaha hi-lo, 5 cards", "hole": 5, "most": 9, "halves": true, "ranks": "AKQJT98765432", "ranked": false, "flops": false, "first": ["AA23", "KQJT"], "example": "AsAh2s3hKd, or AA23"},
  {"slug": "bigo6", "name": "omaha6 hi-lo", "title": "Omaha hi-lo, 6 cards", "hole": 6, "most": 7, "halves": true, "ranks": "AKQJT98765432", "ranked": false, "flops": false, "first": ["AsAhKsKh3d2c", "random"], "example": "AsAh2s3hKdQc, or AA23"},
  {"slug": "short", "name": "short deck", "title": "Short deck", "hole": 2, "most": 10, "halves": false, "ranks": "AKQJT9876", "ranked": false, "flops": false, "first": ["AKs,AQs,QQ+", "66+,A9s+"], "example": "AhKh, or 77+,A9s+"},
];
// what queries/questions/ declares
export const QUESTIONS = [
  {"name": "outs", "title": "Outs: which next cards make which category, or beat a given hand or range", "game": true, "fields": [{"name": "hole", "about": "The hand: AhKh; of Omaha four to six cards.", "needed": true, "example": "AhKh"}, {"name": "board", "about": "A flop or a turn: Qh2h3d.", "needed": true, "example": "Qh2h3d"}, {"name": "villain", "about": "A hand or range that is to be beaten: QsQc, 'TT+,AQ+'.", "needed": false, "example": ""}, {"name": "dead", "about": "Cards that nobody can have: 7c7d.", "needed": false, "example": ""}], "columns": [{"name": "card", "type": "VARCHAR", "meaning": "the next card"}, {"name": "class_id", "type": "BIGINT", "meaning": "the class of the hand after it, by the game's order"}, {"name": "category", "type": "VARCHAR", "meaning": "the category of that class"}, {"name": "improves", "type": "BOOLEAN", "meaning": "whether it is a better category than now"}, {"name": "ahead", "type": "DOUBLE", "meaning": "the share of the villain's holes that are beaten then"}, {"name": "tied", "type": "DOUBLE", "meaning": "the share of them that split the pot then"}]},
];
