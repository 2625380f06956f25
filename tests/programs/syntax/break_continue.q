%! features: F023
s = 0
for k = 0..100
    if k == 5
        break
    end
    if mod(k,2) == 1
        continue
    end
    s += k
end
% 0 + 2 + 4
print s
% => 6
n = 0
while 1
    n += 1
    if n > 3
        break
    end
end
print n
% => 4
% They act on the innermost loop.
t = 0
for i = 0..2
    for j = 0..9
        if j == 2
            break
        end
        t += 1
    end
end
print t
% => 6
k = 0
repeat
    k += 1
    if k < 3
        continue
    end
    break
until 0
print k
% => 3
