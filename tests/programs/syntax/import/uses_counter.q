import "counter.q"
print "uses_counter loads"
