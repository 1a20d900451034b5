-- title: How ranks and suits of a hole in Omaha or a start in stud look: AAKK is two pair
create or replace macro ranks_of_hole(hole) as
translate(hole, 'cdhs', '');

create or replace macro count_of_letter(letters, letter) as
length(letters) - length(replace(letters, letter, ''));

-- The sum of the cubes of the number of cards of each rank, or suit, shows the shape of a hole: 24
-- is 2 + 2 + 2, and nothing else. Each card adds the square of its rank's count. There are a
-- million holes of six cards, and sorting lists of counts takes five times as long.
create or replace macro cubes_of_ranks(hole) as
(
    count_of_letter(hole, hole[1]) ** 2
    + count_of_letter(hole, hole[3]) ** 2
    + count_of_letter(hole, hole[5]) ** 2
    + count_of_letter(hole, hole[7]) ** 2
    + count_of_letter(hole, hole[9]) ** 2
    + count_of_letter(hole, hole[11]) ** 2
)::int;

create or replace macro cubes_of_suits(hole) as
(
    count_of_letter(hole, 'c') ** 3
    + count_of_letter(hole, 'd') ** 3
    + count_of_letter(hole, 'h') ** 3
    + count_of_letter(hole, 's') ** 3
)::int;

-- Looked up in lists, which computes the sum once: a case would do so in each branch of a filter.
create or replace macro pairing_of_hole(hole) as
coalesce([
    'unpaired', 'unpaired', 'unpaired', 'unpaired',
    'paired', 'paired', 'paired', 'paired',
    'two pair', 'two pair', 'two pair',
    'three pair',
    'trips', 'trips', 'trips', 'trips',
    'full house', 'full house',
    'two trips'
][list_position([
    3, 4, 5, 6,
    9, 10, 11, 12,
    16, 17, 18,
    24,
    27, 28, 29, 30,
    35, 36,
    54
], cubes_of_ranks(hole))], 'quads');

create or replace macro suits_of_hole(hole) as
coalesce([
    'rainbow', 'rainbow',
    'ss', 'ss', 'ss',
    'ds', 'ds', 'ds',
    'ds+ss',
    'ts', 'ts', 'ts',
    'ts+ss', 'ts+ss',
    'ts+ts',
    'qs', 'qs',
    'qs+ss',
    '5s'
][list_position([
    3, 4,
    9, 10, 11,
    16, 17, 18,
    24,
    28, 29, 30,
    35, 36,
    54,
    65, 66,
    72,
    126
], cubes_of_suits(hole))], 'ms');
