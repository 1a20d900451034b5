-- title: What the pots of a hand that cards decided before the river were worth to each player
-- one row per: player's share in such a pot
-- source: all_ins; equity is as in all_in_luck
with

all_ins as (
    select * from all_ins
    where hand_id = $hand
),

shares as (
    select
        pot,
        seat,
        street,
        cast(paid as double) as paid,
        cast(won as double) as won,
        equities(holes, board, dead, game_rule(game))[place] as equity
    from all_ins
    order by pot, seat
)

select * from shares
