-- title: How an ante moves the ranges of push or fold
-- one row per: decision, and an ante that was solved of the same spot
-- source: push_fold_ranges, and push_fold: a hand is in if it goes in at least half the time
-- parameter: players integer = 2 of 2..6 -- in the hand
-- parameter: stack number = 10 of 0..10000 -- of every player, in big blinds
-- parameter: small_blind number = 0.5 of 0..1 -- in big blinds
with

decisions as (
    select
        spot,
        player,
        position,
        before,
        facing,
        choice,
        ante,
        percent
    from push_fold_ranges
    where
        players = $players
        and stack = $stack
        and small_blind = $small_blind
        and prizes = ''
    qualify row_number() over (partition by player, before, ante order by spot) = 1
),

compared as (
    select
        *,
        first_value(spot) over by_ante as base,
        percent - first_value(percent) over by_ante as more_percent
    from decisions
    window by_ante as (partition by player, before order by ante)
),

differences as (
    select
        compared.spot,
        compared.player,
        compared.before,
        string_agg(
            if(now.share >= 0.5 and base.share < 0.5, now.hand, null), ',' order by now.hand
        ) as comes_in,
        string_agg(
            if(now.share < 0.5 and base.share >= 0.5, now.hand, null), ',' order by now.hand
        ) as goes_out
    from compared
    inner join push_fold as now
        on
            compared.spot = now.spot
            and compared.player = now.player
            and compared.before = now.before
    inner join push_fold as base
        on
            compared.base = base.spot
            and compared.player = base.player
            and compared.before = base.before
            and now.hand = base.hand
    group by compared.spot, compared.player, compared.before
),

answer as (
    select
        compared.position,
        compared.facing,
        compared.choice,
        compared.ante,
        compared.percent,
        compared.more_percent,
        coalesce(differences.comes_in, '') as comes_in,
        coalesce(differences.goes_out, '') as goes_out
    from compared
    inner join differences
        on
            compared.spot = differences.spot
            and compared.player = differences.player
            and compared.before = differences.before
    order by compared.player asc, compared.before asc, compared.ante asc
)

select * from answer
