match x with
| 0 print x %~ E0101 ->
| _ -> print 1
end
