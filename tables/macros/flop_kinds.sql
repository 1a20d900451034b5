-- title: The kind of a flop that reports are grouped by: one of its textures, or all
create or replace macro flop_kind(texture, suits, pairing, high, connected, straights) as
case texture
    when 'suits' then suits
    when 'pairing' then pairing
    when 'high' then high
    when 'connected' then cast(connected as varchar)
    when 'straights' then cast(straights as varchar)
    else 'all'
end;
