-- title: Effective hand strength: hand strength with the potential of all later cards
-- returns: DOUBLE
-- example: ehs('AhQh', '3h4sJh')
create macro ehs(hole, board := '', opponents := 1) as
struct_extract(strength(hole, board, opponents), 'ehs');
