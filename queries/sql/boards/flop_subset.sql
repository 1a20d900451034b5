-- title: A subset of the flops that stands for all, with weights and textures
-- one row per: flop of the subset, the heaviest first
-- source: flop_subsets, fitted to exact equities; its errors are in flop_subset_errors
-- parameter: flops integer = 95 of 22..184 -- how many flops: 22, 49, 95 or 184
with

subsets as (
    select * from flop_subsets
),

boards as (
    select * from flops
),

chosen as (
    select
        subsets.board,
        subsets.weight / 1e6 as weight,
        boards.suits,
        boards.pairing,
        boards.high,
        boards.connected,
        boards.straights
    from subsets
    inner join boards on subsets.board_id = boards.board_id
    where subsets.subset = $flops
    order by subsets.weight desc, subsets.board asc
)

select * from chosen
