-- title: The decisions of a solved spot
-- one row per: decision of the spot that is kept
-- source: solved_spots and solved_nodes
with

spots as (
    select
        spot,
        name,
        board,
        pot_worth
    from solved_spots
    where spot = $spot
),

decisions as (
    select
        spots.name,
        spots.board,
        spots.pot_worth,
        nodes.line,
        nodes.player,
        nodes.pot,
        nodes.to_call
    from spots
    inner join solved_nodes as nodes on spots.spot = nodes.spot
    order by nodes.line asc
)

select * from decisions
