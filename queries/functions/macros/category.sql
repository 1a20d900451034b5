-- title: The category of a class, 1 straight flush .. 9 high card
-- returns: BIGINT
-- example: category(167)
create macro category(class_id) as
cast(
    case
        when class_id between 1 and 10 then 1
        when class_id between 11 and 166 then 2
        when class_id between 167 and 322 then 3
        when class_id between 323 and 1599 then 4
        when class_id between 1600 and 1609 then 5
        when class_id between 1610 and 2467 then 6
        when class_id between 2468 and 3325 then 7
        when class_id between 3326 and 6185 then 8
        when class_id between 6186 and 7462 then 9
        when class_id is not null
            then error('class ' || class_id || ' is not in 1..7462')
    end as bigint
);
