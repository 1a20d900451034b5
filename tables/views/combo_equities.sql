-- title: Equity of holes against holes, up to suits
-- one row per: hero and villain, each of the two once as the hero
-- source: exact counts of combo_matchups
with

matchups as (
    select * from combo_matchups
),

both_ways as (
    select
        hero,
        villain,
        hero_hole_id,
        villain_hole_id,
        weight,
        win,
        tie,
        lose
    from matchups
    union all
    select
        villain as hero,
        hero as villain,
        villain_hole_id as hero_hole_id,
        hero_hole_id as villain_hole_id,
        weight,
        lose as win,
        tie,
        win as lose
    from matchups
),

equities as (
    select
        hero,
        villain,
        hero_hole_id,
        villain_hole_id,
        weight,
        win,
        tie,
        lose,
        (win + tie / 2e0) / (win + tie + lose) as equity
    from both_ways
)

select * from equities
