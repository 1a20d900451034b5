-- title: The share x 100 of the holes on a board that have at least this equity
-- returns: DOUBLE
-- example: hole_percentile('AhQh', '3h4sJh')
create macro hole_percentile(hole, board := '') as
struct_extract(strength(hole, board, 1), 'hole_percentile');
