% Versions of kernels with results, whose arguments are computed once, from left to right, before one is chosen.
function [total : int] = __kernel__ count(x : vec, least : int, factor : int, pos : int)
    {!specialize args=(least==0 || least==1 && factor==2)}
    if x[pos] >= least
        total += factor
    end
end
function y = told(x)
    print "told ", x
    y = x
end
function [] = main(zero : int = 0)
    for least = 0..2
        print parallel_do(told(4), [0.0,1.0,2.0,3.0], told(least), told(2 + zero), count)
    end
    a = zero
    print parallel_do(4, [0.0,1.0,2.0,3.0], a, (a += 1), count)
    % Before the launch `a` became 1, behind its own turn: 0 was passed.
    print a
end
% => told 4
% => told 0
% => told 2
% => 8
% => told 4
% => told 1
% => told 2
% => 6
% => told 4
% => told 2
% => told 2
% => 4
% => 4
% => 1
