-- title: The name of a category 1..9
-- returns: VARCHAR
-- example: category_name(3)
create macro category_name(category) as
case category
    when 1 then 'straight flush'
    when 2 then 'four of a kind'
    when 3 then 'full house'
    when 4 then 'flush'
    when 5 then 'straight'
    when 6 then 'three of a kind'
    when 7 then 'two pair'
    when 8 then 'one pair'
    when 9 then 'high card'
    else if(
        category is null, null, error('category ' || category || ' is not in 1..9')
    )
end;
