-- title: What a hole counts for on a board: its kind of made hand, its draws, or its category
-- returns: STRUCT(place BIGINT, kind VARCHAR)[]
-- example: hand_kinds('AhQd', 'Ad7c2d')
-- Each of its draws is one, at the place 0. The best kind and the best category have the place 1.
create macro hand_kinds(hole, board, kinds := 'made') as
case
    when made(hole, board) is null then null
    when kinds = 'made'
        then [struct_pack(place := made(hole, board), kind := made_name(made(hole, board)))]
    when kinds = 'category'
        then [
            struct_pack(
                place := category(class_of(hole || board)),
                kind := name_of_category(category(class_of(hole || board)))
            )
        ]
    when kinds = 'draw'
        then list_transform(
            if(draws(hole, board) = 0, ['no draw'], draw_names(draws(hole, board))),
            lambda name: struct_pack(place := 0, kind := name)
        )
    else error('kinds is ''' || kinds || '''; give made, draw or category')
end;
