%! features: F214
y = zeros(4,4)
for i = 0..3
    for j = 0..3
        n = 0
        z = i + 1
        while z < 100
            z = z*(j+2)
            n += 1
        end
        y[i,j] = n
    end
end
% Powers of 2 from 1: 7 steps to 128; of 5 from 4: 20, 100: 2 steps.
print y[0,0], " ", y[3,3]
% => 7 2
