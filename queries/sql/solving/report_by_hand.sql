-- title: What each kind of hand does on the flops of a game
-- one row per: kind of hand and action
-- source: solved_strategies: means over deals of the flop and both hands
-- parameter: game integer = 0 of 0..4294967295 -- its number, see solved_list; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: suits text = any of any, monotone, two-tone, rainbow -- flops of these alone
-- parameter: pairing text = any of any, unpaired, paired, trips -- flops of these alone
-- parameter: high text = any of any, A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2 -- their highest rank
-- parameter: subset integer = 1755 of 22, 49, 95, 184, 1755 -- weights of all, or of flop_subsets
with

chosen as (
    select
        flops.spot,
        flops.board,
        flops.pot,
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

ranks as (
    select
        board,
        hole,
        category(class_of(hole || board)) as category,
        hole[1] as one_rank,
        hole[3] as other_rank,
        -- The ranks of the board from the highest, each once.
        list_reverse_sort(
            list_distinct(
                list_transform(
                    [board[1], board[3], board[5]],
                    lambda rank: strpos('23456789TJQKA', rank)
                )
            )
        ) as places
    from hands
),

pairs as (
    select
        *,
        list_position(places, strpos('23456789TJQKA', one_rank)) as one_place,
        list_position(places, strpos('23456789TJQKA', other_rank)) as other_place,
        list_count(
            list_filter(places, lambda place: place > strpos('23456789TJQKA', one_rank))
        ) as above
    from ranks
),

kinds as (
    select
        board,
        hole,
        category,
        case
            when category <> 8 then name_of_category(category)
            when one_rank = other_rank and above = 0 then 'overpair'
            when one_rank = other_rank then 'pocket pair'
            when len(places) < 3 then 'pair on board'
            when 1 in (one_place, other_place) then 'top pair'
            when 2 in (one_place, other_place) then 'second pair'
            else 'third pair'
        end as kind
    from pairs
),

taken as (
    select
        kinds.kind,
        holes.action,
        any_value(kinds.category) as category,
        sum(chosen.weight * holes.weight * holes.share) as taken,
        sum(chosen.weight * holes.weight) as deals,
        sum(chosen.weight * holes.weight * holes.share * holes.pots * chosen.pot) as value_sum,
        sum(chosen.weight * holes.weight * holes.share * holes.equity) as equity_sum
    from holes
    inner join chosen on holes.spot = chosen.spot and holes.board = chosen.board
    inner join kinds on holes.board = kinds.board and holes.hole = kinds.hole
    group by kinds.kind, holes.action
),

answer as (
    select
        kind,
        100 * deals / sum(deals) over (partition by action) as deals,
        action,
        100 * taken / deals as percent,
        value_sum / nullif(taken, 0) as value,
        equity_sum / nullif(taken, 0) as equity_percent
    from taken
    order by
        category asc,
        list_position(
            ['overpair', 'top pair', 'pocket pair', 'second pair', 'third pair', 'pair on board'],
            kind
        ) asc,
        strpos('fxcbr', left(action, 1)) asc,
        try_cast(action[2:] as integer) asc
)

select * from answer
