-- title: Who wins how much at push or fold, and what deviating could gain him
-- one row per: spot and player
-- source: push_fold_players; with prizes, the prize he can expect less what his stack is worth
-- parameter: spot integer = 0 of 0..4294967295 -- its number; 0 is all
-- parameter: players integer = 0 of 0..9 -- in the hand; 0 is any number
-- parameter: least_gain number = 0 of 0..10000 -- only spots that are so far from it
with

spots as (
    select *
    from push_fold_spots
    where
        $spot in (0, spot)
        and $players in (0, players)
        and gain_by_deviating >= $least_gain
),

gains as (
    select
        spots.spot,
        spots.stacks,
        spots.small_blind,
        spots.ante,
        spots.prizes,
        spots.others,
        spots.bb_ante,
        spots.fixed,
        players.position,
        players.stack,
        players.value,
        players.value - players.worth as won,
        players.gain,
        spots.gain_by_deviating,
        spots.is_close
    from spots
    inner join push_fold_players as players on spots.spot = players.spot
    order by spots.spot asc, players.player asc
)

select * from gains
