-- title: What a player took an action with before the flop, as the text of a range
-- one row per: answer, which is one range; null if he never took it
-- source: decisions whose hole is known; a weight is the share of the times that he had the hand
-- parameter: player text = * -- whose; * is everybody
-- parameter: action text = raise of raise, call, play, fold, check -- play is to raise or call
-- parameter: facing text = any of any, nobody, callers, raise, reraise -- what came before him
-- parameter: position text = * -- BTN, SB, BB, UTG, UTG+1, MP, HJ or CO; * is any
with

decisions as (
    select * from decisions
    where
        street = 'preflop'
        and hand is not null
        and $player in ('*', player)
        and $position in ('*', position)
),

faced as (
    select
        *,
        case
            when raises > 1 then 'reraise'
            when raises = 1 then 'raise'
            when calls > 0 then 'callers'
            else 'nobody'
        end as facing,
        action = $action or ($action = 'play' and action in ('call', 'raise')) as is_taken
    from decisions
),

dealt as (
    select
        hand_id,
        seat,
        hand,
        bool_or(is_taken) as is_taken
    from faced
    where $facing in ('any', facing)
    group by hand_id, seat, hand
),

counted as (
    select
        hand,
        count(*) as dealt,
        count(*) filter (is_taken) as taken
    from dealt
    group by hand
),

told as (
    select
        cast(sum(dealt) as bigint) as dealt,
        cast(sum(taken) as bigint) as taken,
        string_agg(
            hand || case when taken < dealt then ':' || round(taken / dealt, 4) else '' end,
            ','
            order by taken / dealt desc, dealt desc, hand asc
        ) filter (taken > 0) as range_text
    from counted
)

select * from told
