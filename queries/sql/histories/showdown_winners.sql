-- title: Who won what at the showdowns, and whether the cards agree
-- one row per: player's share in a pot that was decided by cards
-- source: showdowns; a pot agrees if those were paid whose cards are the best in it, or in a half
-- parameter: player text = * among showdowns.player -- player at the showdown; * is anybody
-- parameter: game game = any -- such as omaha, PLO5 or omaha hi-lo; any is all of them
-- parameter: pots text = all of all, agreeing, disagreeing, unknown -- unknown: a hole is not known
with

showdowns as (
    select * from showdowns
),

hands as (
    select * from hands
    where $game in ('any', game_rule(game))
),

judged as (
    select
        *,
        bool_or(player = $player) over pot_of_hand as is_his,
        -- null if one hole is not known
        case
            when count(wins) over pot_of_hand = count(*) over pot_of_hand
                then bool_and(wins = (won > 0)) over pot_of_hand
        end as agrees
    from showdowns
    window pot_of_hand as (partition by hand_id, pot)
),

winners as (
    select
        judged.hand_id,
        hands.number,
        judged.pot,
        judged.player,
        judged.hole,
        hands.board,
        case game_rule(hands.game)
            when 'short deck' then class_name(judged.class_id, 'short deck')
            else class_name(judged.class_id)
        end as class_name,
        cast(judged.size as double) as size,
        cast(judged.won as double) as won,
        judged.wins,
        judged.agrees,
        hands.game,
        class_name(
            omaha_low_of(if(game_rule(hands.game) = 'omaha hi-lo', judged.hole, null), hands.board),
            'eight or better'
        ) as low_name
    from judged
    inner join hands on judged.hand_id = hands.hand_id
    where
        ($player = '*' or judged.is_his)
        and case $pots
            when 'agreeing' then judged.agrees
            when 'disagreeing' then not judged.agrees
            when 'unknown' then judged.agrees is null
            else true
        end
    order by judged.hand_id asc, judged.pot asc, judged.won desc, judged.seat asc
)

select * from winners
