-- title: Solved flops, with their textures, by game: what differs in the board only
-- one row per: game and flop up to suits
-- source: solved_spots and flops; of spots that are the same flop, the one solved best
with

spots as (
    select * from solved_spots
),

boards as (
    select * from flops
),

games as (
    select
        *,
        if(prizes is null, pot, null) as pot_of_chips,
        min(spot) over (
            partition by
                oop, ip, pot, stack, chip, big_blind, oop_bets, oop_raises, ip_bets, ip_raises,
                donks, tree, add_all_in, force_all_in, merge, most_raises, rake, rake_cap,
                prizes, behind, others, bounties
        ) as game
    from spots
    where street = 'flop'
),

solved as (
    select *
    from games
    qualify row_number() over (partition by game, board_id order by exploitability, spot) = 1
),

textured as (
    select
        solved.spot,
        solved.name,
        solved.game,
        solved.board,
        solved.board_id,
        boards.weight,
        boards.suits,
        boards.pairing,
        boards.high,
        boards.connected,
        boards.straights,
        solved.pot,
        solved.prizes,
        solved.pot_worth,
        solved.value_oop,
        solved.value_ip,
        100 * solved.equity_oop as equity_oop_percent,
        100 * solved.equity_ip as equity_ip_percent,
        solved.value_oop / nullif(solved.equity_oop * solved.pot_of_chips, 0) as realised_oop,
        solved.value_ip / nullif(solved.equity_ip * solved.pot_of_chips, 0) as realised_ip,
        solved.exploitability
    from solved
    inner join boards on solved.board_id = boards.board_id
)

select * from textured
