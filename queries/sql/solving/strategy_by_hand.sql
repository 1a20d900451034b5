-- title: What each kind of made hand, or each draw, does at a decision of a solved spot
-- one row per: kind of hand and action; with by=draw a hole counts for each of its draws
-- source: solved_strategies: means over pairs of holes that come there
-- parameter: spot integer = 0 of 0..4294967295 -- its number, see solved_spots; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: board text = first -- the cards by then: Qh7h2c3d; first is the first that is there
-- parameter: by text = made of made, draw, category -- kinds of made hands, draws, or categories
with

chosen as (
    select
        spots.spot,
        spots.pot_worth
    from solved_spots as spots
    where
        spots.spot
        = if($spot = 0, (select max(newest.spot) from solved_spots as newest), $spot)
),

decision as (
    select
        board,
        hole,
        action,
        share / 1e4 as share,
        value / 1e4 as pots,
        equity / 1e2 as equity,
        cast(weight as double) as weight
    from solved_strategies
    where
        spot = (select chosen.spot from chosen)
        and line = replace($line, 'first', '')
        and $board in ('first', board)
),

holes as (
    select *
    from decision
    where board = (select min(boards.board) from decision as boards) and weight > 0
),

hands as (
    select distinct
        hole,
        board
    from holes
),

kinds as (
    select
        hole,
        unnest(hand_kinds(hole, board, kinds := $by)) as counted
    from hands
),

by_action as (
    select sum(weight) as deals
    from holes
    group by action
),

taken as (
    select
        kinds.counted.kind,
        holes.action,
        min(kinds.counted.place) as place,
        count(*) as combos,
        sum(holes.weight * holes.share) as taken,
        sum(holes.weight) as deals,
        sum(holes.weight * holes.share * holes.pots) as value_sum,
        sum(holes.weight * holes.share * holes.equity) as equity_sum
    from holes
    inner join kinds on holes.hole = kinds.hole
    group by kinds.counted.kind, holes.action
),

answer as (
    select
        kind,
        combos,
        100 * deals / (select max(by_action.deals) from by_action) as deals,
        action,
        100 * taken / deals as percent,
        (select chosen.pot_worth from chosen) * value_sum / nullif(taken, 0) as value,
        equity_sum / nullif(taken, 0) as equity_percent
    from taken
    order by
        place asc,
        kind asc,
        strpos('fxcbr', left(action, 1)) asc,
        try_cast(action[2:] as double) asc
)

select * from answer
