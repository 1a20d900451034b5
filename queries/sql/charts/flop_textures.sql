-- title: A measure of a range on all flops, by texture
-- one row per: kind of texture and what is of that kind, and one for all flops
-- source: the view flop_strength and the table flops; hands and their mean weights in the range
with

flops as (
    select * from flops
),

chosen as (
    select
        unnest($hands) as hand,
        unnest($range_weights) as range_weight
),

holes as (
    select
        flop_strength.board_id,
        flop_strength.weight * chosen.range_weight as deals,
        case $measure
            when 'hs' then flop_strength.hs
            when 'ppot1' then flop_strength.ppot1
            when 'npot1' then flop_strength.npot1
            when 'ppot2' then flop_strength.ppot2
            when 'npot2' then flop_strength.npot2
            when 'ehs' then flop_strength.ehs
            when 'equity' then flop_strength.equity
            when 'equity_squared' then flop_strength.equity_squared
        end as measured
    from flop_strength
    inner join chosen on flop_strength.hand = chosen.hand
),

by_flop as (
    select
        board_id,
        sum(deals) as deals,
        sum(deals * measured) as measured_sum
    from holes
    group by board_id
),

textured as (
    select
        flops.weight as flops,
        by_flop.deals,
        by_flop.measured_sum,
        unnest(
            [
                { 'texture': 'all', 'kind': 'all' },
                { 'texture': 'suits', 'kind': flops.suits },
                { 'texture': 'pairing', 'kind': flops.pairing },
                { 'texture': 'high', 'kind': flops.high },
                { 'texture': 'connected', 'kind': cast(flops.connected as varchar) },
                { 'texture': 'straights', 'kind': cast(flops.straights as varchar) }
            ]
        ) as texture_kind
    from flops
    left join by_flop on flops.board_id = by_flop.board_id
),

averages as (
    select
        texture_kind.texture,
        texture_kind.kind,
        sum(flops) as flops,
        sum(measured_sum) / sum(deals) as average
    from textured
    group by texture_kind.texture, texture_kind.kind
    order by texture_kind.texture, texture_kind.kind
)

select * from averages
