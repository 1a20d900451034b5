-- title: What each action does on each solved flop, with what the flop weighs
-- one row per: game, subset, flop, decision on the flop and action
-- source: solved_actions, solved_flops and solved_weights
with

actions as (
    select * from solved_actions
),

boards as (
    select * from solved_flops
),

weights as (
    select * from solved_weights
),

reports as (
    select
        boards.game,
        weights.subset,
        actions.spot,
        actions.name,
        actions.line,
        actions.board,
        boards.suits,
        boards.pairing,
        boards.high,
        boards.connected,
        boards.straights,
        actions.player,
        actions.pot,
        boards.prizes,
        actions.action,
        actions.percent,
        actions.value,
        actions.equity_percent,
        actions.combos,
        weights.weight,
        weights.weight * actions.deals as deals,
        boards.exploitability
    from actions
    inner join boards on actions.spot = boards.spot and actions.board = boards.board
    inner join weights on actions.spot = weights.spot
)

select * from reports
