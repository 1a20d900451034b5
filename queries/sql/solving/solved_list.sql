-- title: The games of solved flops that are in the lake
-- one row per: game: spots on flops that differ in the board only
-- source: solved_flops; deals is the percentage of all flops that are dealt
with

games as (
    select
        flops.game,
        flops.spot,
        flops.name,
        flops.weight,
        flops.exploitability,
        spots.pot,
        spots.stack,
        spots.oop_bets,
        spots.oop,
        spots.ip
    from solved_flops as flops
    inner join solved_spots as spots on flops.spot = spots.spot
),

answer as (
    select
        game,
        arg_min(name, spot) as name,
        count(*) as flops,
        sum(weight) / 221 as deals,
        any_value(pot) as pot,
        any_value(stack) as stack,
        any_value(oop_bets) as bets,
        avg(exploitability) as exploitability,
        max(exploitability) as worst,
        any_value(oop) as oop,
        any_value(ip) as ip
    from games
    group by game
    order by game
)

select * from answer
