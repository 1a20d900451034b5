-- title: The third hand that does best against two others
-- one row per: third starting hand that can be dealt, the best first
-- source: matchups3, exact with card removal
-- in short deck: matchup3_equities
-- parameter: first range_of_hands -- of the first player: AKs, or 22+,ATs+
-- parameter: second range_of_hands -- of the second
with

triples as (
    select * from matchup3_equities
),

firsts as (
    select unnest(range_hands($first), recursive := true)
),

seconds as (
    select unnest(range_hands($second), recursive := true)
),

results as (
    select
        triples.hero as third,
        firsts.range_weight * seconds.range_weight * triples.deals as weight,
        triples.equity,
        triples.villain_1_equity,
        triples.villain_2_equity
    from triples
    inner join firsts on triples.villain_1 = firsts.hand
    inner join seconds on triples.villain_2 = seconds.hand
),

equities as (
    select
        third,
        sum(weight * equity) / sum(weight) as equity,
        sum(weight * villain_1_equity) / sum(weight) as first_equity,
        sum(weight * villain_2_equity) / sum(weight) as second_equity
    from results
    group by third
),

ranking as (
    select
        third,
        equity,
        first_equity,
        second_equity,
        rank() over (order by equity desc) as rank
    from equities
    order by rank, third
)

select * from ranking
