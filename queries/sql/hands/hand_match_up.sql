-- title: A starting hand against a starting hand
-- one row per: answer, which is one match-up
-- source: matchups, exact over all disjoint combos and boards
-- parameter: hero starting_hand -- AA, AKs or AKo
-- parameter: villain starting_hand -- AA, AKs or AKo
with

matchups as (
    select * from matchups
),

match_up as (
    select
        hero,
        villain,
        deals,
        win as wins,
        tie as ties,
        lose as losses,
        (win + tie / 2e0) / deals as equity
    from matchups
    where hero = $hero and villain = $villain
)

select * from match_up
