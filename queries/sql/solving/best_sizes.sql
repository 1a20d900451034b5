-- title: Which action is taken most, on how many flops of a game, by texture
-- one row per: kind of flops and action
-- source: solved_reports: means over deals of the flop and both hands
-- parameter: game integer = 0 of 0..4294967295 -- its number, see solved_list; 0 is the newest
-- parameter: line text = first -- the actions so far: x b94; first is the first decision
-- parameter: texture text = all of all, suits, pairing, high, connected, straights -- groups
-- parameter: subset integer = 1755 of 22, 49, 95, 184, 1755 -- weights of all, or of flop_subsets
with

chosen as (
    select
        *,
        flop_kind($texture, suits, pairing, high, connected, straights) as kind,
        row_number() over (partition by spot order by percent desc nulls last, action asc) = 1
            as is_most
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
        count_if(is_most and deals > 0) as most_on,
        coalesce(sum(deals) filter (where is_most), 0) as most_deals,
        any_value(pot) as pot
    from chosen
    group by kind, action
),

answer as (
    select
        kind,
        action,
        flops,
        most_on,
        100 * most_deals / nullif(together, 0) as most_on_deals,
        100 * taken / nullif(together, 0) as percent,
        value_sum / nullif(taken, 0) as value,
        equity_sum / nullif(taken, 0) as equity_percent
    from taken
    order by
        strpos('23456789TJQKA', if($texture = 'high', kind, '')) desc,
        kind asc,
        strpos('fxcbr', left(action, 1)) asc,
        try_cast(action[2:] as double) asc
)

select * from answer
