"""Hands in the Open Hand History format: one as pokerlake writes it, one as others do."""

from .other_sites import OHH

# What it says is of no real play: it has all that hands of ours may have.
OWN = (
    '{"ohh":{"spec_version":"1.4.7","internal_version":"1.0.0","_program":"pokerlake",'
    '"site_name":"Stars","game_number":"77","tournament":true,'
    '"tournament_info":{"tournament_number":"900","name":"Night"},'
    '"start_date_utc":"2024-02-29T00:00:03Z","_played":"2024-02-28T19:00:03Z","_zone":"ET",'
    '"_clock":"UTC-05:00","_file":"a file.txt","table_name":"Zoë","table_size":6,'
    '"game_type":"Holdem","bet_limit":{"bet_type":"FL","bet_cap":0},"currency":"Chips",'
    '"dealer_seat":3,"small_blind_amount":10,"big_blind_amount":20.5,"ante_amount":0,'
    '"hero_player_id":1,"flags":["Run_It_Twice"],"_boards":["2c3c4c5c6c","7d8dTd"],'
    '"_dead_antes":true,"_by_acts":true,"_capped":[1,3],"players":['
    '{"id":1,"seat":1,"name":"Ann","starting_stack":1000.50},'
    '{"id":2,"seat":2,"name":"Bob","starting_stack":25},'
    '{"id":3,"seat":3,"name":"Cy","starting_stack":0.0001}],"rounds":['
    '{"id":0,"street":"Preflop","actions":['
    '{"action_number":1,"player_id":1,"action":"Post SB","amount":5,"is_allin":true},'
    '{"action_number":2,"player_id":2,"action":"Post BB","amount":20.5,"is_allin":false},'
    '{"action_number":3,"player_id":3,"action":"Post Extra Blind","amount":30.5,"_dead":10},'
    '{"action_number":4,"player_id":1,"action":"Post Extra Blind","amount":10,"_dead":10},'
    '{"action_number":5,"action":"Add to Pot","amount":5},'
    '{"action_number":6,"player_id":1,"action":"Dealt Cards","cards":["Ah","Kd"]},'
    '{"action_number":7,"player_id":3,"action":"Raise","amount":41},'
    '{"action_number":8,"player_id":1,"action":"Call","amount":36},'
    '{"action_number":9,"player_id":2,"action":"Fold"}]},'
    '{"id":1,"street":"Flop","cards":["2h","3h","4h"],"actions":['
    '{"action_number":1,"player_id":1,"action":"Check"},'
    '{"action_number":2,"player_id":3,"action":"Bet","amount":20.50}]},'
    '{"id":2,"street":"Showdown","actions":['
    '{"action_number":1,"player_id":1,"action":"Mucks Cards"},'
    '{"action_number":2,"player_id":2,"action":"Player Adjustment","amount":-4.5},'
    '{"action_number":3,"player_id":3,"action":"Player Adjustment","amount":4.5}]}],"pots":['
    '{"number":0,"amount":90,"rake":1.5,"_board":1,"player_wins":['
    '{"player_id":1,"win_amount":60,"cashout_amount":55},{"player_id":3,"win_amount":28.5}]},'
    '{"number":0,"amount":90,"rake":0,"_board":2,"player_wins":[]}]}}'
)
# Raises are totals, amounts texts, the names in another order, and the time without a zone.
OTHERS = (
    OHH.text.replace('"Raise", "amount": 30}', '"Raise", "amount": "30.00"}')
    .replace('"Call", "amount": 4}', '"Call", "amount": 5}')
    .replace('"action_number": 9, "player_id": 8', '"player_id": 8, "action_number": 9')
    .replace("51Z", "51.970")
    .replace('"hero_player_id": 7', '"hero_player_id": null, "flags": [[], {"a": -1.5}]')
)
