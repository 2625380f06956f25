match x %~ E0101 with
| 0 -> print x
end
