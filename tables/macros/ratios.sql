-- title: The ratios that the views make of counts: each is written here and nowhere else in SQL
create or replace macro hand_strength(ahead, tied, opponents) as
(ahead + tied / 2) / opponents;

create or replace macro against_several(hs, opponents) as
case
    when opponents >= 1 and opponents % 1 = 0 then pow(hs, opponents)
    else error('opponents are a whole number, 1 or more')
end;

create or replace macro potential(crossed, to_tie, from_tie, before, tied, later_cards) as
coalesce(
    (crossed + (to_tie + from_tie) / 2) / nullif(later_cards * (before + tied / 2), 0), 0
);

create or replace macro effective_hand_strength(hs, ppot, npot) as
hs + (1 - hs) * ppot - hs * npot;

create or replace macro mean_square(river_strength_squares, run_outs, opponents) as
river_strength_squares / (run_outs * 4e0 * opponents * opponents);
