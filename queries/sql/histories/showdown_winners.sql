-- title: Who won what at the showdowns, and whether the cards agree
-- one row per: player's share in a pot that was decided by cards
-- source: showdowns; a pot agrees if the best cards, or those of each half, were paid equal parts
-- parameter: player text = * among showdowns.player -- player at the showdown; * is anybody
-- parameter: game game = any -- such as omaha, PLO5 or omaha hi-lo; any is all of them
-- parameter: pots text = all of all, agreeing, disagreeing, unknown -- unknown: no hole, stud hi-lo
with

showdowns as (
    select * from showdowns
),

hands as (
    select * from hands
    where $game in ('any', game_rule(game))
),

holes as (
    select
        showdowns.hand_id,
        showdowns.pot,
        showdowns.board as run_out,
        showdowns.seat,
        showdowns.player,
        showdowns.hole,
        showdowns.class_id,
        showdowns.size,
        showdowns.won,
        showdowns.wins,
        hands.number,
        case showdowns.board when 1 then hands.board when 2 then hands.board2 else hands.board3 end
            as dealt,
        hands.game,
        hands.rake,
        gcd(
            gcd(
                cast(10000 * hands.small_blind as bigint), cast(10000 * hands.big_blind as bigint)
            ),
            cast(10000 * hands.ante as bigint)
        ) as blinds,
        -- lows of stud are not classified here
        game_rule(hands.game) = 'stud hi-lo' as is_open,
        omaha_low_of(
            if(has_low_half(hands.game) and not is_open, showdowns.hole, null), dealt
        ) as low_id
    from showdowns
    inner join hands on showdowns.hand_id = hands.hand_id
),

halves as (
    select
        *,
        class_id = min(class_id) over pot_of_hand as has_high,
        -- 57 is not a low
        coalesce(low_id < 57 and low_id = min(low_id) over pot_of_hand, false) as has_low,
        -- in ten-thousandths
        cast(10000 * size as bigint) as whole,
        cast(10000 * won as bigint) as share,
        sum(cast(10000 * won as bigint)) over pot_of_hand as paid
    from holes
    window pot_of_hand as (partition by hand_id, pot, run_out)
),

parts as (
    select
        *,
        count(*) filter (has_high) over pot_of_hand as highs,
        count(*) filter (has_low) over pot_of_hand as lows,
        if(bool_or(has_low) over pot_of_hand, 2, 1) as halves,
        -- the smallest chip, in which payments and blinds are counted
        gcd(
            gcd(min(share) over pot_of_hand, max(share) over pot_of_hand), gcd(whole, blinds)
        ) as chip,
        -- the rake of a hand as a whole does not say which pot it came from
        if(
            max(pot) over of_hand > 0 or max(run_out) over of_hand > 1,
            cast(10000 * rake as bigint),
            0
        ) as open
    from halves
    window
        pot_of_hand as (partition by hand_id, pot, run_out),
        of_hand as (partition by hand_id)
),

rounded as (
    select
        *,
        if(has_high, paid // (halves * highs * chip) * chip, 0) as floor_of_high,
        if(has_low, paid // (halves * lows * chip) * chip, 0) as floor_of_low,
        floor_of_high
        + if(has_high and paid % (halves * highs * chip) > 0, chip, 0) as ceiling_of_high,
        floor_of_low
        + if(has_low and paid % (halves * lows * chip) > 0, chip, 0) as ceiling_of_low
    from parts
),

judged as (
    select
        *,
        bool_or(player = $player) over pot_of_hand as is_his,
        -- null if a hole is unknown
        case
            when count(wins) over pot_of_hand = count(*) over pot_of_hand and not is_open
                then bool_and(
                    wins = (won > 0)
                    and share between floor_of_high + floor_of_low - open
                    and ceiling_of_high + ceiling_of_low + open
                ) over pot_of_hand
        end as agrees
    from rounded
    window pot_of_hand as (partition by hand_id, pot, run_out)
),

winners as (
    select
        hand_id,
        number,
        pot,
        player,
        hole,
        dealt as board,
        case game_order(game)
            when 'short deck' then class_name(class_id, 'short deck')
            when 'ace to five' then class_name(class_id, 'ace to five')
            when 'deuce to seven' then class_name(class_id, 'deuce to seven')
            when 'badugi' then class_name(class_id, 'badugi')
            else class_name(class_id)
        end as class_name,
        cast(size as double) as size,
        cast(won as double) as won,
        wins,
        agrees,
        game,
        class_name(low_id, 'eight or better') as low_name
    from judged
    where
        ($player = '*' or is_his)
        and case $pots
            when 'agreeing' then agrees
            when 'disagreeing' then not agrees
            when 'unknown' then agrees is null
            else true
        end
    order by hand_id asc, pot asc, run_out asc, won desc, seat asc
)

select * from winners
