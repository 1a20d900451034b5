-- title: What the range does on each flop of a game, or on flops of each texture
-- one row per: flop or kind of flops, and action
-- source: solved_reports; sums over deals of the flop and both hands
with

chosen as (
    select
        *,
        case $by
            when 'flop' then board
            when 'suits' then suits
            when 'pairing' then pairing
            when 'high' then high
            when 'connected' then cast(connected as varchar)
            when 'straights' then cast(straights as varchar)
        end as kind
    from solved_reports
    where
        game = if($game = 0, (select max(flops.game) from solved_flops as flops), $game)
        and subset = $subset
        and line = $line
        and deals > 0
),

sums as (
    select
        kind,
        action,
        any_value(game) as game,
        arg_min(name, spot) as name,
        any_value(player) as player,
        any_value(pot) as pot,
        count(*) as flops,
        sum(deals * percent) / 100 as taken,
        sum(deals * percent * value) / 100 as value_sum,
        sum(deals * percent * equity_percent) / 100 as equity_sum
    from chosen
    group by kind, action
    order by kind asc, action asc
)

select * from sums
