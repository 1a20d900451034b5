-- title: Three hands of which each beats the next, in a circle, the clearest first
-- one row per: circle, from the alphabetically first of its hands on
-- source: matchups, exact; to beat is to win more deals than are lost
-- parameter: rows integer = 20 of 1..1000000 -- largest number of circles
with

matchups as (
    select * from matchups
),

wins as (
    select
        hero,
        villain,
        (win + tie / 2e0) / deals as equity
    from matchups
    where win > lose
),

circles as (
    select
        ab.hero as a,
        bc.hero as b,
        ca.hero as c,
        ab.equity as equity_ab,
        bc.equity as equity_bc,
        ca.equity as equity_ca,
        least(ab.equity, bc.equity, ca.equity) as least_equity
    from wins as ab
    inner join wins as bc on ab.villain = bc.hero
    inner join wins as ca on bc.villain = ca.hero and ab.hero = ca.villain
    where ab.hero < bc.hero and ab.hero < ca.hero
),

clearest as (
    select
        a,
        b,
        c,
        equity_ab,
        equity_bc,
        equity_ca,
        least_equity
    from circles
    order by least_equity desc, a asc, b asc, c asc
    limit $rows
)

select * from clearest
