-- title: How prizes move the ranges of push or fold, against the same stacks for chips
-- one row per: decision of a spot with prizes that was solved for chips too
-- source: push_fold_ranges: a hand is in if it goes in at least half the time
with

decisions as (
    select
        spot,
        players,
        stacks,
        small_blind,
        ante,
        bb_ante,
        fixed,
        prizes,
        others,
        player,
        position,
        before,
        facing,
        choice,
        percent,
        string_split(hands, ',') as hands
    from push_fold_ranges
),

compared as (
    select
        for_prizes.*,
        for_chips.percent as chips_percent,
        for_chips.hands as chips_hands
    from decisions as for_prizes
    inner join decisions as for_chips
        on
            for_prizes.stacks = for_chips.stacks
            and for_prizes.small_blind = for_chips.small_blind
            and for_prizes.ante = for_chips.ante
            and for_prizes.bb_ante = for_chips.bb_ante
            and for_prizes.fixed = for_chips.fixed
            and for_prizes.player = for_chips.player
            and for_prizes.before = for_chips.before
    where for_prizes.prizes <> '' and for_chips.prizes = ''
    qualify row_number() over (
        partition by for_prizes.spot, for_prizes.player, for_prizes.before order by for_chips.spot
    ) = 1
),

answer as (
    select
        spot,
        stacks,
        prizes,
        others,
        position,
        facing,
        choice,
        chips_percent,
        percent,
        percent - chips_percent as more_percent,
        array_to_string(
            list_filter(hands, lambda hand: not list_contains(chips_hands, hand)), ','
        ) as comes_in,
        array_to_string(
            list_filter(chips_hands, lambda hand: not list_contains(hands, hand)), ','
        ) as goes_out
    from compared
    order by spot asc, player asc, before asc
)

select * from answer
