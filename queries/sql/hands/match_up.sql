-- title: A hole against a hole, whatever their suits
-- one row per: answer, which is one match-up
-- source: combo_matchups, exact over all boards; it has the pair in one of 24 ways to name suits
-- parameter: hero hole -- two cards: AhKh
-- parameter: villain hole -- two other cards: QsQc
with

matchups as (
    select * from combo_equities
),

held as (
    select
        unnest(['hero', 'hero', 'villain', 'villain']) as seat,
        unnest([$hero[1:2], $hero[3:4], $villain[1:2], $villain[3:4]]) as card
),

cards as (
    select
        seat,
        strpos('23456789TJQKA', card[1]) - 1 as rank,
        strpos('cdhs', card[2]) as suit
    from held
),

suits as (
    select unnest(range(4)) as suit
),

renamings as (
    select
        row_number() over () as renaming,
        [clubs.suit, diamonds.suit, hearts.suit, spades.suit] as suits
    from suits as clubs
    inner join suits as diamonds on clubs.suit <> diamonds.suit
    inner join suits as hearts on hearts.suit not in (clubs.suit, diamonds.suit)
    inner join suits as spades on spades.suit not in (clubs.suit, diamonds.suit, hearts.suit)
),

renamed as (
    select
        renamings.renaming,
        cards.seat,
        max(4 * cards.rank + renamings.suits[cards.suit]) as high,
        min(4 * cards.rank + renamings.suits[cards.suit]) as low
    from renamings
    cross join cards
    group by renamings.renaming, cards.seat
),

holes as (
    select
        renaming,
        max(high * (high - 1) // 2 + low) filter (where seat = 'hero') as hero_hole_id,
        max(high * (high - 1) // 2 + low) filter (where seat = 'villain') as villain_hole_id
    from renamed
    group by renaming
),

match_up as (
    select distinct
        $hero as hero,
        $villain as villain,
        matchups.win as wins,
        matchups.tie as ties,
        matchups.lose as losses,
        matchups.equity
    from holes
    inner join matchups
        on
            holes.hero_hole_id = matchups.hero_hole_id
            and holes.villain_hole_id = matchups.villain_hole_id
)

select * from match_up
