-- title: What the range does on each flop of a game: an aggregated report
-- one row per: flop of the game
-- source: solved_reports: means over the range; realised is value in parts of equity of the pot
-- parameter: game integer = 0 of 0..4294967295 -- its number, see solved_list; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: suits text = any of any, monotone, two-tone, rainbow -- flops of these alone
-- parameter: pairing text = any of any, unpaired, paired, trips -- flops of these alone
-- parameter: high text = any of any, A, K, Q, J, T, 9, 8, 7, 6, 5, 4, 3, 2 -- their highest rank
-- parameter: subset integer = 1755 of 22, 49, 95, 184, 1755 -- weights of all, or of flop_subsets
-- parameter: by text = bet_raise of bet_raise, check_call, fold, equity, value, deals -- order
with

chosen as (
    select *
    from solved_reports
    where
        game = if($game = 0, (select max(flops.game) from solved_flops as flops), $game)
        and subset = $subset
        and line = replace($line, 'first', '')
        and $suits in ('any', suits)
        and $pairing in ('any', pairing)
        and $high in ('any', high)
),

taken as (
    select
        spot,
        action,
        sum(deals * percent) / 100 as taken,
        sum(deals * percent * value) / 100 as value_sum,
        sum(deals * percent * equity_percent) / 100 as equity_sum,
        sum(sum(deals * percent)) over (partition by spot) / 100 as together,
        any_value(board) as board,
        any_value(exploitability) as exploitability,
        any_value(if(prizes is null, pot, null)) as pot
    from chosen
    group by spot, action
),

reports as (
    select
        any_value(board) as board,
        100 * sum(taken) / sum(sum(taken)) over () as deals,
        100 * coalesce(sum(taken) filter (where action = 'f'), 0) / sum(taken) as fold,
        100 * coalesce(sum(taken) filter (where action in ('x', 'c')), 0) / sum(taken)
            as check_call,
        100 * coalesce(sum(taken) filter (where left(action, 1) in ('b', 'r')), 0) / sum(taken)
            as bet_raise,
        string_agg(
            format('{} {:.1f}', action, 100 * taken / together),
            ', '
            order by strpos('fxcbr', left(action, 1)) asc, try_cast(action[2:] as double) asc
        ) as actions,
        sum(equity_sum) / sum(taken) as equity_percent,
        sum(value_sum) / sum(taken) as value,
        100 * sum(value_sum) / nullif(sum(equity_sum) * any_value(pot), 0) as realised,
        any_value(exploitability) as exploitability,
        spot
    from taken
    group by spot
    having sum(taken) > 0
),

answer as (
    select *
    from reports
    order by
        case $by
            when 'bet_raise' then bet_raise
            when 'check_call' then check_call
            when 'fold' then fold
            when 'equity' then equity_percent
            when 'value' then value
            else deals
        end desc,
        spot asc
)

select * from answer
