-- title: How prizes move the ranges of push or fold, against the same stacks for chips
-- one row per: decision of a spot with prizes that was solved for chips too
-- source: push_fold_ranges, and push_fold: a hand is in if it goes in at least half the time
with

decisions as (
    select
        spot,
        players,
        stacks,
        small_blind,
        ante,
        prizes,
        others,
        player,
        position,
        before,
        facing,
        choice,
        percent
    from push_fold_ranges
),

compared as (
    select
        for_prizes.*,
        for_chips.spot as chips_spot,
        for_chips.percent as chips_percent
    from decisions as for_prizes
    inner join decisions as for_chips
        on
            for_prizes.stacks = for_chips.stacks
            and for_prizes.small_blind = for_chips.small_blind
            and for_prizes.ante = for_chips.ante
            and for_prizes.player = for_chips.player
            and for_prizes.before = for_chips.before
    where for_prizes.prizes <> '' and for_chips.prizes = ''
    qualify row_number() over (
        partition by for_prizes.spot, for_prizes.player, for_prizes.before order by for_chips.spot
    ) = 1
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
            compared.chips_spot = base.spot
            and compared.player = base.player
            and compared.before = base.before
            and now.hand = base.hand
    group by compared.spot, compared.player, compared.before
),

answer as (
    select
        compared.spot,
        compared.stacks,
        compared.prizes,
        compared.others,
        compared.position,
        compared.facing,
        compared.choice,
        compared.chips_percent,
        compared.percent,
        compared.percent - compared.chips_percent as more_percent,
        coalesce(differences.comes_in, '') as comes_in,
        coalesce(differences.goes_out, '') as goes_out
    from compared
    inner join differences
        on
            compared.spot = differences.spot
            and compared.player = differences.player
            and compared.before = differences.before
    order by compared.spot asc, compared.player asc, compared.before asc
)

select * from answer
