%! features: F264
%! emits: cuda q_put_partial(launch.partials, 39, q_shuffle_total(0xffffffffu,
%! omits: cuda // The totals of the block:
% Forty numbers for each thread would be 163840 bytes for the largest block. Shuffles need 32 numbers for each accumulator instead.
function [a, b, c, d, e] = many(x : vec)
    a = [0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]
    b = [0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]
    c = [0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]
    d = [0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0]
    e = [0,0,0,0,0,0,0,0]
    for k = 0..numel(x)-1
        a += [1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0]
        b += [x[k],1.0,x[k],1.0,x[k],1.0,x[k],1.0]
        c += [0.0,0.5,0.0,0.5,0.0,0.5,0.0,0.5]
        d += [x[k],x[k],x[k],x[k],x[k],x[k],x[k],x[k]]
        e += [k,1,2,3,4,5,6,7]
    end
end
function [] = main(n : int = 500)
    [a, b, c, d, e] = many(2*ones(n))
    print a
    % => [500,1000,1500,2000,2500,3000,3500,4000]
    print b
    % => [1000,500,1000,500,1000,500,1000,500]
    print c
    % => [0,250,0,250,0,250,0,250]
    print d
    % => [1000,1000,1000,1000,1000,1000,1000,1000]
    print e
    % => [124750,500,1000,1500,2000,2500,3000,3500]
end
