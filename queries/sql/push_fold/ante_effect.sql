-- title: How an ante moves the ranges of push or fold
-- one row per: decision, and an ante that was solved of the same spot
-- source: push_fold_ranges: a hand is in if it goes in at least half the time
-- parameter: players integer = 2 of 2..9 -- in the hand
-- parameter: stack number = 10 of 0..10000 -- of every player, in big blinds
-- parameter: small_blind number = 0.5 of 0..1 -- in big blinds
with

decisions as (
    select
        player,
        position,
        before,
        facing,
        choice,
        ante,
        percent,
        string_split(hands, ',') as hands
    from push_fold_ranges
    where
        players = $players
        and stack = $stack
        and small_blind = $small_blind
        and prizes = ''
        and bb_ante = 0
        and fixed = ''
    qualify row_number() over (partition by player, before, ante order by spot) = 1
),

compared as (
    select
        *,
        first_value(hands) over by_ante as hands_before,
        percent - first_value(percent) over by_ante as more_percent
    from decisions
    window by_ante as (partition by player, before order by ante)
),

answer as (
    select
        position,
        facing,
        choice,
        ante,
        percent,
        more_percent,
        array_to_string(
            list_filter(hands, lambda hand: not list_contains(hands_before, hand)), ','
        ) as comes_in,
        array_to_string(
            list_filter(hands_before, lambda hand: not list_contains(hands, hand)), ','
        ) as goes_out
    from compared
    order by player asc, before asc, ante asc
)

select * from answer
