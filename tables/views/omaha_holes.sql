-- title: Names of the holes of four cards
-- one row per: hole
-- source: definition; hole_id is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4) for cards a < b < c < d
with

cards as (
    select unnest(range(52)) as card
),

named as (
    select
        card,
        card // 4 as rank,
        card % 4 as suit,
        '23456789TJQKA'[card // 4 + 1] as rank_name,
        '23456789TJQKA'[card // 4 + 1] || 'cdhs'[card % 4 + 1] as name
    from cards
),

-- How many of its six pairs of cards are of one rank, and of one suit, tells how a hole looks.
holes as (
    select
        cast(
            a.card
            + b.card * (b.card - 1) // 2
            + c.card * (c.card - 1) * (c.card - 2) // 6
            + d.card * (d.card - 1) * (d.card - 2) * (d.card - 3) // 24
            as bigint
        ) as hole_id,
        d.name || c.name || b.name || a.name as hole,
        d.rank_name || c.rank_name || b.rank_name || a.rank_name as ranks,
        (a.rank = b.rank)::int + (a.rank = c.rank)::int + (a.rank = d.rank)::int
        + (b.rank = c.rank)::int + (b.rank = d.rank)::int + (c.rank = d.rank)::int as of_rank,
        (a.suit = b.suit)::int + (a.suit = c.suit)::int + (a.suit = d.suit)::int
        + (b.suit = c.suit)::int + (b.suit = d.suit)::int + (c.suit = d.suit)::int as of_suit
    from named as d
    inner join named as c on d.card > c.card
    inner join named as b on c.card > b.card
    inner join named as a on b.card > a.card
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
    order by hole_id
)

select * from described
