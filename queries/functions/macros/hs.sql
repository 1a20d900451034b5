-- title: Hand strength: the share of opponents' holes that a hole is ahead of now
create macro hs(hole, board := '', opponents := 1) as
struct_extract(strength(hole, board, opponents), 'hs');
