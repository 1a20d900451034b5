-- title: Hand strength: the share of opponents' holes that a hole is ahead of now
-- returns: DOUBLE
-- example: hs('AhQh', '3h4sJh', 2)
create macro hs(hole, board := '', opponents := 1) as
struct_extract(strength(hole, board, opponents), 'hs');
