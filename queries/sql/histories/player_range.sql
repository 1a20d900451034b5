-- title: What a player took an action with before the flop
-- one row per: starting hand that was dealt to him and had such a decision
-- source: decisions whose hole is known; percent is taken / dealt x 100
-- parameter: player text = * among seats.player -- name of the player; * is everybody
-- parameter: action text = raise of raise, call, play, fold, check -- play is to raise or call
-- parameter: facing text = any of any, nobody, callers, raise, reraise -- what happened before him
-- parameter: position text = * among seats.position -- BTN, SB, BB, UTG, UTG+1, ..., CO; * is any
-- parameter: since day = any -- the first day, such as 2019-07-11; any is from the beginning
-- parameter: until day = any -- the last day; any is to the end
-- parameter: big_blind number = 0 of 0..1000000000000 -- of the stakes; 0 is any
-- parameter: game text = hold'em of hold'em, short deck -- whose hands have two cards
with

hands as (
    select * from hands
    where
        $big_blind in (0, cast(big_blind as double))
        and ($since = 'any' or played >= try_cast($since as date))
        and ($until = 'any' or played < try_cast($until as date) + 1)
        and $game in ('any', game_rule(game))
),

decisions as (
    select * from opportunities
    where
        hand_id in (select hands.hand_id from hands)
        and street = 'preflop'
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
        count(*) filter (is_taken) as taken,
        round(count(*) filter (is_taken) / count(*), 4) as range_weight,
        100 * count(*) filter (is_taken) / count(*) as percent
    from dealt
    group by hand
    order by percent desc, dealt desc, hand asc
)

select * from counted
