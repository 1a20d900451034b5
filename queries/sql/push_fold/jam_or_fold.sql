-- title: Jam or fold: the stacks at which each hand goes in, of players who all have the same
-- one row per: starting hand, along the 13 x 13 grid
-- source: push_fold of solved spots for chips; a hand is in if it goes in half the time or more
-- parameter: players integer = 2 of 2..9 -- in the hand
-- parameter: position text = SB of UTG, UTG+1, UTG+2, LJ, HJ, CO, BTN, SB, BB -- who decides
-- parameter: before text = first -- letters: f folded, i went in; first is the first there is
-- parameter: small_blind number = 0.5 of 0..1 -- in big blinds
-- parameter: ante number = 0 of 0..10000 -- of each player, in big blinds
-- parameter: bb_ante number = 0 of 0..10000 -- of the big blind for all, in big blinds
with

spots as (
    select
        spot,
        stack,
        row_number() over (order by stack) as place,
        stack = max(stack) over () as is_last
    from push_fold_spots
    where
        players = $players
        and small_blind = $small_blind
        and ante = $ante
        and bb_ante = $bb_ante
        and fixed = ''
        and prizes = ''
        and stack is not null
    -- A spot with another seed counts once.
    qualify row_number() over (partition by stack order by spot) = 1
),

hands as (
    select
        push_fold.hand,
        spots.stack,
        spots.place,
        spots.is_last,
        push_fold.choice,
        push_fold.share
    from push_fold
    inner join spots on push_fold.spot = spots.spot
    where push_fold.position = $position and $before in ('first', push_fold.before)
    qualify push_fold.before = min(push_fold.before) over ()
),

going_in as (
    select
        hand,
        stack,
        is_last,
        place - row_number() over (partition by hand order by stack) as island
    from hands
    where share >= 0.5
),

islands as (
    select
        hand,
        min(stack) as low,
        max(stack) as high,
        bool_or(is_last) as is_open
    from going_in
    group by hand, island
),

intervals as (
    select
        hand,
        max(high) as stack,
        bool_or(is_open) as is_open,
        count(*) as intervals,
        string_agg(
            format('{:g}', low)
            || case
                when is_open then '+'
                when high > low then '-' || format('{:g}', high)
                else ''
            end,
            ', ' order by low
        ) as stacks
    from islands
    group by hand
),

known as (
    select
        hand,
        any_value(choice) as choice,
        count(*) as solved,
        count_if(share > 0.01 and share < 0.99) as mixed
    from hands
    group by hand
),

answer as (
    select
        known.hand,
        known.choice,
        intervals.stack,
        coalesce(intervals.is_open, false) as at_all_larger,
        coalesce(intervals.stacks, '') as stacks,
        coalesce(intervals.intervals, 0) as intervals,
        known.mixed as mixed_stacks,
        known.solved as solved_stacks
    from known
    left join intervals on known.hand = intervals.hand
    order by
        -- The row and the column of the grid: the higher rank first, pairs on the diagonal.
        strpos('AKQJT98765432', known.hand[if(known.hand like '%o', 2, 1)]) asc,
        strpos('AKQJT98765432', known.hand[if(known.hand like '%o', 1, 2)]) asc
)

select * from answer
