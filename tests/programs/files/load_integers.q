% Whole numbers of files as whole numbers: a scalar of single precision has 24 bits.
n = [16777217, -2147483647, 3]
save("n.dat", n)
m : vec[int] = load("n.dat", 0, "int")
print m[0] - 16777216, " ", m[1], " ", sum(load("n.dat", "n", "int32"))
% 16777217 - 2147483647 + 3
% => 1 -2147483647 -2130706427
big = vec[int64](2)
big[0] = int64(9007199254740993)
big[1] = -1
save("big.npy", big)
back : vec[int64] = load("big.npy", 0, "int64")
print back[0] - int64(9007199254740992), " ", back[1]
% => 1 -1
bytes : vec[uint8] = load("n.dat", 0, "uint8")
% Saturated: above 255, below 0.
print bytes
% => [255,0,3]
print sum(load("n.dat")) < 0
% => 1
