-- title: Who of two hands is helped by a third player: the hero's part of what both win
-- one row per: third starting hand that can be dealt, those that help the hero most first
-- source: matchups and matchups3, exact with card removal
-- in short deck: matchup3_equities, matchup_equities
-- parameter: hero starting_hand -- AA, AKs or AKo
-- parameter: villain starting_hand -- AA, AKs or AKo
with

triples as (
    select * from matchup3_equities
    where hero = $hero and villain_1 = $villain
),

heads_up as (
    select equity from matchup_equities
    where hero = $hero and villain = $villain
),

shares as (
    select
        triples.villain_2 as third,
        triples.deals,
        triples.equity as hero_equity,
        triples.villain_1_equity as villain_equity,
        triples.villain_2_equity as third_equity,
        heads_up.equity as heads_up_equity
    from triples
    cross join heads_up
),

parts as (
    select
        *,
        hero_equity / (hero_equity + villain_equity) as hero_part
    from shares
),

helped as (
    select
        third,
        deals,
        hero_equity,
        villain_equity,
        third_equity,
        hero_part,
        heads_up_equity,
        hero_part - heads_up_equity as gain,
        case sign(hero_part - heads_up_equity)
            when 1 then 'hero' when -1 then 'villain' else 'nobody'
        end as helped
    from parts
    order by gain desc, third asc
)

select * from helped
