-- title: How often draws to a straight or a flush are dealt
-- one row per: draw; a hand may have several
-- source: draw_hands, exact; straights, flushes and better are no draws
with

hands as (
    select
        category = 9 as is_unpaired,
        weight,
        four_flush,
        open_ended,
        inside_straight,
        four_straight_flush
    from draw_hands
    where category >= 6
),

draws as (
    select
        is_unpaired,
        weight,
        unnest([
            'four-flush', 'open-ended', 'four-flush and open-ended', 'four-flush or open-ended',
            'inside straight', 'four of a straight flush'
        ]) as draw,
        unnest([
            four_flush, open_ended, four_flush and open_ended, four_flush or open_ended,
            inside_straight, four_straight_flush
        ]) as is_held
    from hands
),

counts as (
    select
        draw,
        cast(coalesce(sum(weight) filter (where is_unpaired), 0) as bigint) as without_pair,
        100e0 * without_pair / 2598960 as without_pair_percent,
        cast(coalesce(sum(weight) filter (where not is_unpaired), 0) as bigint) as with_pair,
        100e0 * with_pair / 2598960 as with_pair_percent,
        100e0 * (without_pair + with_pair) / 2598960 as percent
    from draws
    where is_held
    group by draw
    order by
        list_position([
            'four-flush', 'open-ended', 'four-flush and open-ended', 'four-flush or open-ended',
            'inside straight', 'four of a straight flush'
        ], draw)
)

select * from counts
