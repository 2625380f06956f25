x = 3
match x with
| 1 -> print "one"
| 1 -> print "one again" %~ W0404 never reached
| _ -> print "something"
| 3 -> print "three" %~ W0404 never reached
end
match "a" with
| "a" -> print 1
| "a" -> print 2 %~ W0404 never reached
end
match x, 2 with
| 1, 2 -> print 1
| 1, 3 -> print 2
| _, 2 -> print 3
| _ -> print 4
| 1, 4 -> print 5 %~ W0404 never reached
end
