-- title: Textures of the subsets of flops, beside those of all flops
-- one row per: subset and kind of flops
-- source: flop_subsets and flops
with

boards as (
    select * from flops
),

subsets as (
    select * from flop_subsets
),

kinds as (
    unpivot (
        select
            board_id,
            weight,
            suits,
            pairing,
            high,
            cast(connected as varchar) as connected,
            cast(straights as varchar) as straights
        from boards
    )
    on suits, pairing, high, connected, straights
    into name texture value kind
),

sizes as (
    select distinct subset from subsets
),

shares as (
    select
        sizes.subset,
        kinds.texture,
        kinds.kind,
        count(subsets.board_id) as flops,
        coalesce(sum(subsets.weight), 0) / 1e4 as percent,
        sum(kinds.weight) / 221e0 as true_percent
    from kinds
    cross join sizes
    left join subsets
        on kinds.board_id = subsets.board_id and sizes.subset = subsets.subset
    group by sizes.subset, kinds.texture, kinds.kind
)

select * from shares
