-- title: Equity of each starting hand against each other one
-- one row per: hero and villain
-- source: exact counts of matchups
with

matchups as (
    select * from matchups
),

equities as (
    select
        hero,
        villain,
        (win + tie / 2e0) / deals as equity,
        100e0 * win / deals as win_percent,
        100e0 * tie / deals as tie_percent,
        deals
    from matchups
)

select * from equities
