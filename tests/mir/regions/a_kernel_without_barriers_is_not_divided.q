%! test opt regions
% Its threads wait for nobody.
% not: plain$blocks
% not: from part
% check: launch plain

function [] = __kernel__ plain(x : vec, y : vec, pos : int)
    y[pos] = x[pos] + 1
end
function [] = main(n : int = 16)
    x = zeros(n)
    y = zeros(n)
    {!serial for}
    for i = 0..n-1
        x[i] = i
    end
    parallel_do([[1,n],[1,8]], x, y, plain)
    print y[0], y[7], y[8]
end
