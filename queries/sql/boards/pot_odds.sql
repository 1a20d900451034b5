-- title: What a call on a flop needs, what the hole has, and the largest bet that it can call
-- one row per: answer, which is one hole on one flop
-- source: flop_strength; several opponents are an approximation: the EHS stands for the equity
-- parameter: hole hole -- two cards: AhQh
-- parameter: flop flop -- three other cards: 3h4sJh
-- parameter: pot number of 0..1e12 -- the pot now, with the opponent's bet
-- parameter: bet number of 0..1e12 -- what the call costs
-- parameter: later number = 0 of 0..1e12 -- what both will pay later, for the effective odds
-- parameter: opponents integer = 1 of 1..9 -- opponents who are still in the hand
with

strengths as (
    select
        hs,
        ppot2,
        npot2,
        case when $opponents = 1 then equity else ehs end as chance
    from flop_strength($opponents)
    where board_id = board_id($flop) and hole_id = hole_id($hole, $flop)
),

odds as (
    select
        $hole as hole,
        $flop as flop,
        hs,
        ppot2,
        npot2,
        chance,
        coalesce($bet / nullif($pot + $bet, 0), 0) as pot_odds,
        coalesce(($bet + $later) / nullif($pot + $bet + 2 * $later, 0), 0) as effective_odds,
        chance * $pot / nullif(1 - chance, 0) as largest_call,
        chance >= effective_odds as can_call
    from strengths
)

select * from odds
