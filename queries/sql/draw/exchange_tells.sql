-- title: What a stranger's exchange says of his hand, before the draw and after it
-- one row per: number of cards exchanged and category
-- source: draw_hands and draw_exchanges, exact; he holds any hand, and no card is known
-- parameter: rule text = usual of usual, best -- the usual discard, or the best by strength
with

hands as (
    select * from draw_hands
),

exchanges as (
    select * from draw_exchanges
),

best as (
    select
        hand_id,
        arg_max(discard, strength_sum / draws) as discard
    from exchanges
    group by hand_id
),

chosen as (
    select
        hands.hand_id,
        hands.category,
        hands.weight,
        case $rule when 'usual' then hands.usual_discard else best.discard end as discard
    from hands
    inner join best on hands.hand_id = best.hand_id
),

played as (
    select
        chosen.weight,
        exchanges.exchanged,
        exchanges.draws,
        chosen.category as dealt,
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
    from chosen
    inner join exchanges
        on chosen.hand_id = exchanges.hand_id and chosen.discard = exchanges.discard
),

tells as (
    select
        exchanged,
        cast(sum(weight) as bigint) as hands,
        100e0 * hands / 2598960 as hands_percent,
        category,
        category_name,
        100e0 * coalesce(sum(weight) filter (where dealt = category), 0) / hands
            as before_percent,
        100e0 * sum(weight * ways) / (hands * any_value(draws)) as after_percent
    from played
    group by exchanged, category, category_name
    order by exchanged, category
)

select * from tells
