%! raises: fit together line 5
%! stderr: 1x3
%! stderr: 4x4
function y = product(a, b)
    y = a*b
end
function [] = main(n : int = 3)
    print product(zeros(1, n), zeros(n + 1, n + 1))
end
