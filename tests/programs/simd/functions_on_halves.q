%! features: F330
% Functions of the library on halves: they take them as they are, and their results are scalars of the program.
import "floattypes.q"
x = typename(mat[scalar'half])(100,100)
x[:,:] = 0.1
% The half next to 0.1 is 819/8192, 10000 of them are 999.755859375.
print sum(x), " ", mean(x), " ", max(x), " ", min(x)
% => 999.75586 0.099975586 0.099975586 0.099975586
function s = half_sum(x : mat[scalar'half])
    s = 0.0
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            s += x[m,n]
        end
    end
end
print half_sum(x), " ", half_sum(2*x)
% => 999.75586 1999.5117
y = typename(vec[scalar'half])(4)
y[0..3] = [4.0, 0.25, 9, 2.25]
print sqrt(y), abs(-y), sum(y .* y), " ", prod(y), " ", dotprod(y, y)
% => [2,0.5,3,1.5][4,0.25,9,2.25]102.125 20.25 102.125
print sum(x, 0)[0,3], " ", cumsum(y), transpose(y) * 2
% => 9.997559 [4,4.25,13.25,15.5][[8],
% =>  [0.5],
% =>  [18],
% =>  [4.5]]
h : hvec2 = [3, 4]
print sqrt(sum(h .* h)), " ", sin(0*h), round(h/3), " ", dotprod(h, [1, 2])
% => 5 [0,0][1,1] 11
% A result that is kept as halves is rounded: 0.1 and 0.2 as halves are 819/8192 and 819/4096, their sum 2457/8192 lies between
% the halves 1228/4096 and 1229/4096, and the even one is taken.
t : hvec2 = [0.1, 0.2]
t[0] += t[1]
print t
% => [0.2998047,0.19995117]
