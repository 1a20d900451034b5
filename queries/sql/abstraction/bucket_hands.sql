-- title: The starting hands that are in a bucket of an abstraction
-- one row per: starting hand with holes in the bucket
-- source: bucket_holes; of all deals of hole and board; of rivers where the lake has river_hands
-- parameter: run integer among abstractions.run -- the abstraction: see abstraction_list
-- parameter: bucket integer of 0..9999 -- 0 is the weakest
with

runs as (
    select * from abstractions
),

hands as (
    select * from starting_hands
),

dealt as (
    select
        hand,
        sum(deals) as deals
    from bucket_holes
    where run = $run and bucket = $bucket
    group by hand
),

known as (
    select count(*) as hands from dealt
),

asked as (
    select
        runs.street,
        case
            when $bucket >= runs.buckets
                then error(
                    'run ' || $run || ' has buckets 0 to ' || (runs.buckets - 1)
                    || ', not ' || $bucket
                )
            when runs.street = 'river' and known.hands = 0
                then error(
                    'hands on rivers are counted in river_hands; '
                    || 'build it with ''pokerlake build river_hands'''
                )
            when runs.street = 'preflop' then 1
            when runs.street = 'flop' then 19600
            when runs.street = 'turn' then 230300
            when runs.street = 'river' then 2118760
        end as boards
    from runs
    cross join known
    where runs.run = $run
),

counted as (
    select
        hands.hand,
        asked.boards * hands.combos as deals_of_hand,
        if(
            asked.street = 'preflop',
            if(13 * hands.row + hands.col = $bucket, hands.combos, null),
            dealt.deals
        ) as deals
    from asked
    cross join hands
    left join dealt on hands.hand = dealt.hand
),

answer as (
    select
        hand,
        deals,
        100 * deals / sum(deals) over () as percent_of_bucket,
        100 * deals / deals_of_hand as percent_of_hand
    from counted
    where deals is not null
    order by deals desc, hand asc
)

select * from answer
