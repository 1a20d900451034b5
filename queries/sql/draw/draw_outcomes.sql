-- title: What each standard draw becomes
-- one row per: draw and category that it can end in
-- source: draw_hands and draw_exchanges, exact over all draws of the usual discard
with

hands as (
    select * from draw_hands
),

exchanges as (
    select * from draw_exchanges
),

played as (
    select
        case
            when hands.draw = 'four-flush' and exchanges.straight_flush = 1
                then 'inside straight flush'
            when hands.draw = 'four-flush' and exchanges.straight_flush = 2
                then 'open-ended straight flush'
            else hands.draw
        end as draw,
        hands.weight,
        exchanges.exchanged,
        exchanges.draws,
        unnest(range(1, 10)) as category,
        unnest([
            'straight flush', 'four of a kind', 'full house', 'flush', 'straight',
            'three of a kind', 'two pair', 'one pair', 'high card'
        ]) as category_name,
        unnest([
            exchanges.straight_flush, exchanges.four_of_a_kind, exchanges.full_house,
            exchanges.flush, exchanges.straight, exchanges.three_of_a_kind,
            exchanges.two_pair, exchanges.one_pair, exchanges.high_card
        ]) as ways
    from hands
    inner join exchanges
        on hands.hand_id = exchanges.hand_id and hands.usual_discard = exchanges.discard
),

outcomes as (
    select
        draw,
        cast(sum(weight) as bigint) as hands,
        any_value(exchanged) as exchanged,
        any_value(draws) as draws,
        category,
        category_name,
        min(ways) as fewest_ways,
        max(ways) as most_ways,
        100e0 * sum(weight * ways) / (hands * any_value(draws)) as percent
    from played
    group by draw, category, category_name
    having max(ways) > 0
    order by
        list_position([
            'pat', 'four of a kind', 'three of a kind', 'two pair', 'pair',
            'open-ended straight flush', 'inside straight flush', 'four-flush', 'open-ended',
            'ace or king high', 'nothing'
        ], draw),
        category
)

select * from outcomes
