%! features: F405
% What is not a number is passed over by all that takes extremes, in whatever order and of however many: the expectation is that of C's
% fmax and fmin, folded from the left.
z = zeros(2)
q = z[0]/z[1]
infinite = 1/z[0]
% Vectors of known length, in registers, and arrays in memory.
print max([q, 1, 3]), max([3, q, 1]), max([1, 3, q]), " ", min([q, 1, 3]), min([3, q, 1]), min([1, 3, q])
% => 333 111
print max([q, q]), min([q, q]), " ", max([q, -infinite]), min([infinite, q])
% => nannan -infinf
function [] = tell(x : vec)
    print max(x), " ", min(x), " ", max(-x), " ", min(2*x)
end
tell([q, 1, 3])
% => 3 1 -1 2
x = uninit(100000)
for k = 0..numel(x)-1
    x[k] = mod(k, 7) == 3 ? q : mod(k, 1000) - 500
end
tell(x)
% => 499 -500 500 -1000
x[:] = q
tell(x)
% => nan nan nan nan
x[77777] = -infinite
tell(x)
% => -inf -inf inf -inf
tell(x[0..9])
% => nan nan nan nan
% Along a dimension, and running.
m = [[q, 1, q], [2, q, q]]
print maxdim(m, 0), mindim(m, 0), " ", max(m), min(m)
% => [2,1,nan][2,1,nan] 21
print cummax([q, 1, q, 3, q]), cummin([3, q, 1, q, 2])
% => [nan,1,1,3,3][3,3,1,1,1]
% Loops, with a start that is a number and one that is not; a comparison leaves what is not a number as it is.
function [] = loops(x : vec, start : scalar)
    a = start
    b = start
    c = start
    for k = 0..numel(x)-1
        a = max(a, x[k])
        b = min(x[k], b)
        if x[k] > c
            c = x[k]
        end
    end
    print a, " ", b, " ", c
end
x[:] = q
loops(x, q)
% => nan nan nan
loops(x, 2)
% => 2 2 2
x[5000] = 3
x[77777] = -4
loops(x, q)
% => 3 -4 nan
loops(x, 2)
% => 3 -4 3
loops(x, -infinite)
% => 3 -inf 3
loops(x[0..99], q)
% => nan nan nan
% In kernels: numbers, vectors of known length, a serial loop, and changes of elements.
function [] = __kernel__ inside(x : vec, y : mat, q : scalar, pos : int)
    v = [x[pos], q, 1.0]
    w = [q, x[pos], q]
    s = q
    t = q
    for k = 0..39
        s = max(s, x[mod(pos + k, 40)])
        t = min(t, k == pos ? 7.5 : q)
    end
    y[pos,0] = max(v)
    y[pos,1] = min(w)
    y[pos,2] = s
    y[pos,3] = t
    y[pos,4] = max(x[pos], min(q, x[pos]))
end
u = uninit(40)
for k = 0..39
    u[k] = mod(k, 2) == 0 ? k : q
end
y = zeros(40, 5)
parallel_do(40, u, y, q, inside)
print y[0..3,:]
% => [[1,0,38,7.5,0],
% =>  [1,nan,38,7.5,nan],
% =>  [2,2,38,7.5,2],
% =>  [1,nan,38,7.5,nan]]
print sum(y[:,2]), " ", sum(y[:,3])
% => 1520 300
function [] = __kernel__ gathered(x : vec, e : vec, pos : int)
    e[0] ^^= x[pos]
    e[1] __= x[pos]
    e[2] ^^= x[1]
end
e = [q, q, q]
parallel_do(40, u, e, gathered)
print e
% => [38,0,nan]
e = [5.0, -1.0, q]
parallel_do(40, u, e, gathered)
print e
% => [38,-1,nan]
d = 1.0
d ^^= q
d __= q
print d
% => 1
