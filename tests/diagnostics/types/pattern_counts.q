x = 3
match x, 4 with
| 3 -> print 1 %~ E0321 1 patterns for 2 values
| 3, 4, 5 -> print 2 %~ E0321 3 patterns for 2 values
end
