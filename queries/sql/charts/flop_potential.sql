-- title: How holes on all flops are spread over hand strength and potential
-- one row per: step of hand strength, and of two-step positive potential
-- source: the view flop_strength; one hand, or all where it is null
with

holes as (
    select
        hs,
        ppot2,
        weight
    from flop_strength
    where hand = coalesce($hand, hand)
),

binned as (
    select
        cast(floor($bins * hs) as integer) as hs_bin,
        cast(floor($bins * ppot2) as integer) as ppot_bin,
        weight
    from holes
),

deals as (
    select
        least(hs_bin, $bins - 1) as hs_bin,
        least(ppot_bin, $bins - 1) as ppot_bin,
        weight
    from binned
),

counts as (
    select
        hs_bin,
        ppot_bin,
        sum(weight) as deals
    from deals
    group by hs_bin, ppot_bin
    order by hs_bin, ppot_bin
)

select * from counts
