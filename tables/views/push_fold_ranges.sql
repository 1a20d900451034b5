-- title: How many hands go in, at each decision of push or fold
-- one row per: spot, player and what came before
-- source: push_fold, its shares weighted by combos, and push_fold_spots
with

push_fold as (
    select * from push_fold
),

spots as (
    select * from push_fold_spots
),

decisions as (
    select
        spot,
        player,
        position,
        before,
        choice,
        sum(
            share * case when length(hand) = 2 then 6 when hand like '%s' then 4 else 12 end
        ) as combos,
        coalesce(string_agg(hand, ',' order by hand) filter (where share >= 0.5), '') as hands,
        any_value(reach) as reach
    from push_fold
    group by spot, player, position, before, choice
),

ranges as (
    select
        decisions.spot,
        spots.players,
        spots.stack,
        spots.stacks,
        spots.small_blind,
        spots.ante,
        spots.prizes,
        spots.others,
        spots.bb_ante,
        spots.fixed,
        decisions.player,
        decisions.position,
        decisions.before,
        decisions.choice,
        decisions.combos,
        decisions.hands,
        decisions.reach,
        spots.gain_by_deviating,
        ['UTG'] || if(spots.players > 7, ['UTG+1', 'UTG+2'][:spots.players - 7], []) as first_ones,
        ['LJ', 'HJ', 'CO', 'BTN', 'SB', 'BB'] as last_ones,
        if(
            spots.players > 6,
            first_ones || last_ones,
            ['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'][7 - spots.players:]
        ) as positions
    from decisions
    inner join spots on decisions.spot = spots.spot
),

told as (
    select
        spot,
        players,
        stack,
        stacks,
        small_blind,
        ante,
        prizes,
        others,
        bb_ante,
        fixed,
        player,
        position,
        before,
        array_to_string(
            list_transform(
                range(1, player),
                lambda place: positions[place] || case
                    when before[place] = 'f' then ' folds'
                    when contains(before[:place - 1], 'i') then ' calls'
                    else ' pushes'
                end
            ),
            ', '
        ) as facing,
        choice,
        combos,
        combos / 13.26 as percent,
        hands,
        reach,
        gain_by_deviating
    from ranges
)

select * from told
