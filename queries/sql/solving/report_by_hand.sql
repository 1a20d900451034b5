-- title: What each kind of made hand, or each draw, does on the flops of a game
-- one row per: kind of hand and action; with by=draw a hole counts for each of its draws
-- source: solved_strategies: means over deals of the flop and both hands
-- parameter: game integer = 0 of 0..4294967295 -- its number, see solved_list; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: suits text = any of any, monotone, two-tone, rainbow -- flops of these alone
-- parameter: pairing text = any of any, unpaired, paired, trips -- flops of these alone
-- parameter: high text = any of any, A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2 -- their highest rank
-- parameter: subset integer = 1755 of 22, 49, 95, 184, 1755 -- weights of all, or of flop_subsets
-- parameter: by text = made of made, draw, category -- kinds of made hands, draws, or categories
with

chosen as (
    select
        flops.spot,
        flops.board,
        flops.pot_worth,
        weights.weight
    from solved_flops as flops
    inner join solved_weights as weights on flops.spot = weights.spot
    where
        flops.game
        = if($game = 0, (select max(games.game) from solved_flops as games), $game)
        and weights.subset = $subset
        and $suits in ('any', flops.suits)
        and $pairing in ('any', flops.pairing)
        and $high in ('any', flops.high)
),

holes as (
    select
        spot,
        board,
        hole,
        action,
        share / 1e4 as share,
        value / 1e4 as pots,
        equity / 1e2 as equity,
        cast(weight as double) as weight
    from solved_strategies
    where line = replace($line, 'first', '') and weight > 0
),

hands as (
    select distinct
        board,
        hole
    from holes
    where spot in (select chosen.spot from chosen)
),

kinds as (
    select
        board,
        hole,
        unnest(hand_kinds(hole, board, kinds := $by)) as counted
    from hands
),

by_action as (
    select sum(chosen.weight * holes.weight) as deals
    from holes
    inner join chosen on holes.spot = chosen.spot and holes.board = chosen.board
    group by holes.action
),

taken as (
    select
        kinds.counted.kind,
        holes.action,
        min(kinds.counted.place) as place,
        sum(chosen.weight * holes.weight * holes.share) as taken,
        sum(chosen.weight * holes.weight) as deals,
        sum(chosen.weight * holes.weight * holes.share * holes.pots * chosen.pot_worth)
            as value_sum,
        sum(chosen.weight * holes.weight * holes.share * holes.equity) as equity_sum
    from holes
    inner join chosen on holes.spot = chosen.spot and holes.board = chosen.board
    inner join kinds on holes.board = kinds.board and holes.hole = kinds.hole
    group by kinds.counted.kind, holes.action
),

answer as (
    select
        kind,
        100 * deals / (select max(by_action.deals) from by_action) as deals,
        action,
        100 * taken / deals as percent,
        value_sum / nullif(taken, 0) as value,
        equity_sum / nullif(taken, 0) as equity_percent
    from taken
    order by
        place asc,
        kind asc,
        strpos('fxcbr', left(action, 1)) asc,
        try_cast(action[2:] as double) asc
)

select * from answer
