-- title: What solved flops weigh in means over all flops, or over a subset that stands for all
-- one row per: spot of solved_flops and subset of which its game has all flops
-- source: flops; flop_subsets, where the lake has it
with

boards as (
    select * from solved_flops
),

subsets as (
    select
        *,
        count(*) over (partition by subset) as flops
    from flop_subsets
),

-- A mean over a part of a subset would represent nothing.
complete as (
    select
        boards.game,
        boards.spot,
        subsets.subset,
        subsets.weight / 1e6 as weight
    from boards
    inner join subsets on boards.board_id = subsets.board_id
    qualify count(*) over (partition by boards.game, subsets.subset) = subsets.flops
),

weights as (
    select
        game,
        spot,
        cast(1755 as bigint) as subset,
        weight / 22100 as weight
    from boards
    union all
    select
        game,
        spot,
        subset,
        weight
    from complete
)

select * from weights
