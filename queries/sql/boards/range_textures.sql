-- title: The average strength and equity of a range over all flops, by texture
-- one row per: texture
-- source: flop_by_hand and flops, weighted by deals and by the range; against one random hand
-- parameter: range range -- such as TT+, AQs+
-- parameter: opponents integer = 1 of 1..9 -- number of opponents, for hs and ehs
with

strengths as (
    select * from flop_by_hand($opponents)
),

boards as (
    select * from flops
),

members as (
    select unnest(range_hands($range), recursive := true)
),

textured as (
    select
        board_id,
        weight,
        unnest(range(6)) as place,
        unnest(['all', 'suits', 'pairing', 'high', 'connected', 'straights']) as texture,
        unnest([
            'all', suits, pairing, high, cast(connected as varchar), cast(straights as varchar)
        ]) as kind,
        unnest([0, 0, 0, -strpos('23456789TJQKA', high), connected, straights]) as kind_place
    from boards
),

counted as (
    select
        texture,
        kind,
        sum(weight) as flops
    from textured
    group by texture, kind
),

weighed as (
    select
        textured.place,
        textured.kind_place,
        textured.texture,
        textured.kind,
        sum(strengths.weight * members.range_weight) as deals,
        sum(strengths.weight * members.range_weight * strengths.hs) as hs,
        sum(strengths.weight * members.range_weight * strengths.ehs) as ehs,
        sum(strengths.weight * members.range_weight * strengths.equity) as equity
    from textured
    inner join strengths on textured.board_id = strengths.board_id
    inner join members on strengths.hand = members.hand
    group by textured.place, textured.kind_place, textured.texture, textured.kind
),

averages as (
    select
        weighed.texture,
        weighed.kind,
        cast(counted.flops as bigint) as flops,
        weighed.deals,
        weighed.hs / weighed.deals as hs,
        weighed.ehs / weighed.deals as ehs,
        weighed.equity / weighed.deals as equity
    from weighed
    inner join counted on weighed.texture = counted.texture and weighed.kind = counted.kind
    order by
        weighed.place asc,
        weighed.kind_place asc,
        counted.flops desc,
        weighed.kind asc
)

select * from averages
