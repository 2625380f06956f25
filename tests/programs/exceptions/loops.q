% break, continue and return leave a try block as they leave any other.
s = 0
for i = 0..9
    try
        if i == 2
            continue
        end
        if i == 6
            break
        end
        s += i
        if i == 4
            error "four"
        end
        s += 100
    catch
        s += 1000
        continue
        s += 100000
    end
    s += 10
end
% rounds 0, 1, 3, 5: i + 110; round 4: 4 + 1000; round 2 nothing, round 6 ends: 9 + 440 + 1004
print s
% => 1453
function y = early(a : int)
    v = zeros(10)
    try
        w = ones(5)
        if a > 0
            y = "positive"
            return
        end
        v[a + 20] = w[0]
        y = "unreachable"
    catch ex
        y = "caught"
        return
    end
    y = "behind"
end
print early(1), " ", early(-1), " ", early(-15)
% => positive caught behind
k = 0
while true
    try
        k += 1
        x = ones(k)
        if x[k - 1] + k > 4
            break
        end
        error("round ", k)
    catch ex
        print ex
    end
end
% k = 4 gives 1 + 4 > 4
% => round 1
% => round 2
% => round 3
n = 0
repeat
    try
        n += 1
        error "again"
    catch
        if n == 3
            break
        end
    end
until n > 10
print n
% => 3
% Handlers in a loop release what each round has left behind.
count = 0
for i = 1..200
    try
        a = zeros(i)
        b = a + 1
        a[mod(i, 3) * i] = sum(b)
        count += 1
    catch
        count += 1000
    end
end
% mod(i,3) is 0 for 66 of the 200 rounds; otherwise the index is at least i
print count
% => 134066
