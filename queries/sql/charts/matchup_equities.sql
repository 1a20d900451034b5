-- title: Equity of one starting hand against another
-- one row per: hero and villain
-- source: the view matchup_equities
with

equities as (
    select
        hero,
        villain,
        equity,
        deals
    from matchup_equities
)

select * from equities
