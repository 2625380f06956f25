% A loop of C whose condition stands at its end: one message, since what follows cannot be told from a `while` loop.
i = 0
do                 %~ E0101 no loop starts with `do`
    i += 1
while i < 10
print i
