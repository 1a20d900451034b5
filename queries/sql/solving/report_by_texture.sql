-- title: What the range does on flops of each texture of a game
-- one row per: kind of flops; one for all with texture all
-- source: solved_reports: means over deals of the flop and both hands
-- parameter: game integer = 0 of 0..4294967295 -- its number, see solved_list; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: texture text = all of all, suits, pairing, high, connected, straights -- groups
-- parameter: subset integer = 1755 of 22, 49, 95, 184, 1755 -- weights of all, or of flop_subsets
with

chosen as (
    select
        *,
        flop_kind($texture, suits, pairing, high, connected, straights) as kind
    from solved_reports
    where
        game = if($game = 0, (select max(flops.game) from solved_flops as flops), $game)
        and subset = $subset
        and line = replace($line, 'first', '')
),

taken as (
    select
        kind,
        action,
        sum(deals * percent) / 100 as taken,
        sum(deals * percent * value) / 100 as value_sum,
        sum(deals * percent * equity_percent) / 100 as equity_sum,
        sum(sum(deals * percent)) over (partition by kind) / 100 as together,
        count(*) as flops,
        any_value(if(prizes is null, pot, null)) as pot
    from chosen
    group by kind, action
),

reports as (
    select
        kind,
        max(flops) as flops,
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
        100 * sum(value_sum) / nullif(sum(equity_sum) * any_value(pot), 0) as realised
    from taken
    group by kind
    having sum(taken) > 0
),

answer as (
    select *
    from reports
    order by strpos('23456789TJQKA', if($texture = 'high', kind, '')) desc, kind asc
)

select * from answer
