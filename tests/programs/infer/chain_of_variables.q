% A type that moves one variable further in each round of a loop, sixteen times; also in a tried block.
a0 = "s"
a1 = 0
a2 = 0
a3 = 0
a4 = 0
a5 = 0
a6 = 0
a7 = 0
a8 = 0
a9 = 0
a10 = 0
a11 = 0
a12 = 0
a13 = 0
a14 = 0
a15 = 0
for k = 0..99
    a15 = a14
    a14 = a13
    a13 = a12
    a12 = a11
    a11 = a10
    a10 = a9
    a9 = a8
    a8 = a7
    a7 = a6
    a6 = a5
    a5 = a4
    a4 = a3
    a3 = a2
    a2 = a1
    a1 = a0
end
print a1, a15
% => ss
b0 = "s"
b1 = 0
b2 = 0
b3 = 0
b4 = 0
b5 = 0
b6 = 0
b7 = 0
b8 = 0
b9 = 0
b10 = 0
b11 = 0
b12 = 0
b13 = 0
b14 = 0
b15 = 0
k = 0
while k < 20
    try
        b15 = b14
        b14 = b13
        b13 = b12
        b12 = b11
        b11 = b10
        b10 = b9
        b9 = b8
        b8 = b7
        b7 = b6
        b6 = b5
        b5 = b4
        b4 = b3
        b3 = b2
        b2 = b1
        b1 = b0
        if k == 19
            error("last")
        end
    catch e
        print b15, " ", e.message
    end
    k += 1
end
% => s last
