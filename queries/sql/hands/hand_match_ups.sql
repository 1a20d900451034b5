-- title: A starting hand against each other one
-- one row per: opponent's starting hand, those that the hero beats most often first
-- source: matchups, exact over all disjoint combos and boards
-- in short deck: matchups
-- parameter: hero starting_hand -- AA, AKs or AKo
with

matchups as (
    select * from matchups
),

match_ups as (
    select
        villain,
        deals,
        win as wins,
        tie as ties,
        lose as losses,
        (win + tie / 2e0) / deals as equity
    from matchups
    where hero = $hero
    order by equity desc, villain asc
)

select * from match_ups
