-- title: Names of the holes of four cards
-- one row per: hole
-- source: definition; hole_id is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) for cards a < b < c < d
with

-- For each card, the number of holes of two, three and four cards below it; negative if there are
-- fewer lower cards, so that each card has numbers of its own.
cards as (
    select
        range as card,
        range // 4 as rank,
        range % 4 as suit,
        '23456789TJQKA'[range // 4 + 1] as rank_name,
        '23456789TJQKA'[range // 4 + 1] || 'cdhs'[range % 4 + 1] as name,
        range * (range - 1) // 2 + least(range - 1, 0) as pairs,
        range * (range - 1) * (range - 2) // 6 + least(range - 2, 0) as threes,
        range * (range - 1) * (range - 2) * (range - 3) // 24 + least(range - 3, 0) as fours
    from range(52)
),

-- Over numbers, not cards with each other: so DuckDB knows the number of holes, and joins the 204
-- million rows of omaha_flop_hands to them, not the other way round.
numbers as (
    select range as hole_id from range(270725)
),

-- The highest card is the last with no more holes below it than the number; and so on.
highest as (
    select
        numbers.hole_id,
        cards.card as d,
        numbers.hole_id - cards.fours as above
    from numbers
    asof inner join cards
        on numbers.hole_id >= cards.fours
),

second as (
    select
        highest.hole_id,
        highest.d,
        cards.card as c,
        highest.above - cards.threes as above
    from highest
    asof inner join cards
        on highest.above >= cards.threes
),

third as (
    select
        second.hole_id,
        second.d,
        second.c,
        cards.card as b,
        second.above - cards.pairs as a
    from second
    asof inner join cards
        on second.above >= cards.pairs
),

-- How many of its six pairs of cards share a rank, and how many a suit, shows the shape of a hole.
holes as (
    select
        third.hole_id,
        d.name || c.name || b.name || a.name as hole,
        d.rank_name || c.rank_name || b.rank_name || a.rank_name as ranks,
        (a.rank = b.rank)::int + (a.rank = c.rank)::int + (a.rank = d.rank)::int
        + (b.rank = c.rank)::int + (b.rank = d.rank)::int + (c.rank = d.rank)::int as of_rank,
        (a.suit = b.suit)::int + (a.suit = c.suit)::int + (a.suit = d.suit)::int
        + (b.suit = c.suit)::int + (b.suit = d.suit)::int + (c.suit = d.suit)::int as of_suit
    from third
    inner join cards as a on third.a = a.card
    inner join cards as b on third.b = b.card
    inner join cards as c on third.c = c.card
    inner join cards as d on third.d = d.card
),

described as (
    select
        hole_id,
        hole,
        ranks,
        case of_rank
            when 0 then 'unpaired'
            when 1 then 'paired'
            when 2 then 'two pair'
            when 3 then 'trips'
            else 'quads'
        end as pairing,
        case of_suit
            when 0 then 'rainbow'
            when 1 then 'ss'
            when 2 then 'ds'
            when 3 then 'ts'
            else 'ms'
        end as suits
    from holes
)

select * from described
