-- title: How the rank of a starting hand moves from two players to ten
-- one row per: starting hand, those that gain the most places first
-- source: income_rates; sampled for four players and more, where close neighbours may change places
-- in short deck: income_ranks
-- parameter: hands range = random -- 22+,AKs; random is all of them
with

ranks as (
    select * from income_ranks
),

chosen as (
    select unnest(range_hands($hands), recursive := true)
),

by_players as (
    select
        hand,
        max(rank) filter (where players = 2) as players_2,
        max(rank) filter (where players = 3) as players_3,
        max(rank) filter (where players = 4) as players_4,
        max(rank) filter (where players = 5) as players_5,
        max(rank) filter (where players = 6) as players_6,
        max(rank) filter (where players = 7) as players_7,
        max(rank) filter (where players = 8) as players_8,
        max(rank) filter (where players = 9) as players_9,
        max(rank) filter (where players = 10) as players_10,
        max(income_rate) filter (where players = 2) as income_rate_2,
        max(income_rate) filter (where players = 10) as income_rate_10
    from ranks
    group by hand
),

moves as (
    select
        hand,
        players_2,
        players_3,
        players_4,
        players_5,
        players_6,
        players_7,
        players_8,
        players_9,
        players_10,
        players_2 - players_10 as places_gained,
        income_rate_2,
        income_rate_10
    from by_players
    where hand in (select chosen.hand from chosen)
    order by places_gained desc, players_10 asc, hand asc
)

select * from moves
