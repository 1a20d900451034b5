-- title: The texture of a flop, of the text of a board
create or replace macro flop_suits(board) as
case
    when board[2] = board[4] and board[4] = board[6] then 'monotone'
    when board[2] in (board[4], board[6]) or board[4] = board[6] then 'two-tone'
    when len(board) >= 6 then 'rainbow'
end;

create or replace macro flop_pairing(board) as
case
    when board[1] = board[3] and board[3] = board[5] then 'trips'
    when board[1] in (board[3], board[5]) or board[3] = board[5] then 'paired'
    when len(board) >= 6 then 'unpaired'
end;

create or replace macro flop_high(board) as
case
    when len(board) >= 6
        then 'AKQJT98765432'[
            least(
                strpos('AKQJT98765432', board[1]),
                strpos('AKQJT98765432', board[3]),
                strpos('AKQJT98765432', board[5])
            )
        ]
end;
