-- title: What each hand does in a decision of push or fold
-- one row per: starting hand of each decision that fits
-- source: push_fold and push_fold_ranges
with

decisions as (
    select
        spot,
        stack,
        stacks,
        small_blind,
        ante,
        prizes,
        others,
        bb_ante,
        player,
        position,
        before,
        facing,
        choice,
        percent
    from push_fold_ranges
    where
        if(
            $spot is not null,
            spot = $spot,
            small_blind = $small_blind
            and ante = $ante
            and bb_ante = $bb_ante
            and fixed = ''
            and coalesce($stack is null or (stack = $stack and players = $players), false)
            and coalesce($stacks is null or string_split(stacks, ',')::double[] = $stacks, false)
            and if(prizes = '', [], string_split(prizes, ',')::double[]) = $prizes
            and if(others = '', [], string_split(others, ',')::double[]) = $others
        )
        and ($position is null or lower(position) = lower($position))
        and ($before is null or before = lower($before))
    -- The first matching decision of the spot that was solved last.
    qualify row_number() over (order by spot desc, player asc, before asc) = 1
),

hands as (
    select
        decisions.*,
        push_fold.hand,
        push_fold.share,
        push_fold.value_in,
        push_fold.value_fold
    from decisions
    inner join push_fold
        on
            decisions.spot = push_fold.spot
            and decisions.player = push_fold.player
            and decisions.before = push_fold.before
)

select * from hands
