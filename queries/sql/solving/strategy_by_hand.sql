-- title: What each kind of made hand, or each draw, does at a decision of a solved spot
-- one row per: kind of hand and action; with by=draw a hole counts for each of its draws
-- source: solved_strategies: means over pairs of holes that come there
-- parameter: spot integer = 0 of 0..4294967295 -- its number, see solved_spots; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: board text = first -- the cards by then: Qh7h2c3d; first is the first that is there
-- parameter: by text = made of made, draw, category -- kinds of docs/kinds.md, or categories
with

chosen as (
    select
        spots.spot,
        spots.pot
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

coded as (
    select distinct
        hole,
        made(hole, board) as made,
        draws(hole, board) as drawn,
        category(class_of(hole || board)) as category
    from holes
),

kinds as (
    select
        hole,
        case $by when 'made' then made when 'category' then category else 0 end as place,
        unnest(
            case $by
                when 'made' then [made_name(made)]
                when 'category' then [name_of_category(category)]
                else if(drawn = 0, ['no draw'], draw_names(drawn))
            end
        ) as kind
    from coded
),

by_action as (
    select sum(weight) as deals
    from holes
    group by action
),

taken as (
    select
        kinds.kind,
        holes.action,
        min(kinds.place) as place,
        count(*) as combos,
        sum(holes.weight * holes.share) as taken,
        sum(holes.weight) as deals,
        sum(holes.weight * holes.share * holes.pots) as value_sum,
        sum(holes.weight * holes.share * holes.equity) as equity_sum
    from holes
    inner join kinds on holes.hole = kinds.hole
    group by kinds.kind, holes.action
),

answer as (
    select
        kind,
        combos,
        100 * deals / (select max(by_action.deals) from by_action) as deals,
        action,
        100 * taken / deals as percent,
        (select chosen.pot from chosen) * value_sum / nullif(taken, 0) as value,
        equity_sum / nullif(taken, 0) as equity_percent
    from taken
    order by
        place asc,
        kind asc,
        strpos('fxcbr', left(action, 1)) asc,
        try_cast(action[2:] as integer) asc
)

select * from answer
