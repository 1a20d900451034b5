-- title: A range against a range on every flop: equity, and the share of the best holes
-- one row per: flop, up to suits
-- source: every run-out of every flop, exact; best holes are by hole_percentile
-- parameter: hero range -- such as TT+, AQs+
-- parameter: villain range -- the other range
-- parameter: top number = 5 of 0..100 -- best holes: percent of all on the flop, by equity
with

boards as (
    select * from flops
),

hands as (
    select * from flop_strength
),

equities as (
    select unnest(flop_equities($hero, $villain), recursive := true)
),

heroes as (
    select unnest(range_hands($hero), recursive := true)
),

villains as (
    select unnest(range_hands($villain), recursive := true)
),

members as (
    select
        'hero' as player,
        hand,
        range_weight
    from heroes
    union all
    select
        'villain' as player,
        hand,
        range_weight
    from villains
),

held as (
    select
        hands.board_id,
        members.player,
        sum(hands.weight * members.range_weight) as deals,
        sum(
            case
                when hands.hole_percentile <= $top then hands.weight * members.range_weight
                else 0
            end
        )
            as best
    from hands
    inner join members on hands.hand = members.hand
    group by hands.board_id, members.player
),

shares as (
    select
        board_id,
        100e0 * max(case when player = 'hero' then best / deals end) as hero_top,
        100e0 * max(case when player = 'villain' then best / deals end) as villain_top
    from held
    group by board_id
),

compared as (
    select
        boards.board,
        boards.weight as flops,
        boards.suits,
        boards.pairing,
        equities.equity,
        shares.hero_top,
        shares.villain_top
    from boards
    inner join equities on boards.board_id = equities.board_id
    inner join shares on boards.board_id = shares.board_id
    order by equities.equity desc, boards.board_id asc
)

select * from compared
