-- title: The hands that do best against a range
-- one row per: starting hand, the best first
-- source: matchups, exact with card removal; against a hole a hand does as against the hole's hand
-- parameter: range range = QQ+,AKs,AKo -- 22+,A2s+,KTo+,AhKh,QJs:0.5
with

matchups as (
    select * from matchups
),

villains as (
    select unnest(range_hands($range), recursive := true)
),

results as (
    select
        matchups.hero,
        sum(villains.range_weight * (matchups.win + matchups.tie / 2e0)) as won,
        sum(villains.range_weight * matchups.deals) as deals
    from matchups
    inner join villains on matchups.villain = villains.hand
    group by matchups.hero
),

equities as (
    select
        hero,
        won / deals as equity
    from results
),

ranking as (
    select
        hero,
        equity,
        rank() over (order by equity desc) as rank
    from equities
    order by rank, hero
)

select * from ranking
