%! raises: +: the sizes 60x60 and 60x3 do not fit together line 10
%! loop: 9 part of another expression
% The intermediate array t is never made; the error still stands where t meets c, with the sizes that t has.
function [] = main(n : int = 60)
    a = ones(n, n)
    b = ones(n, n)
    c = ones(n, 3)
    k = 2
    t = k.*a.*b
    u = t + c
    z = u + 1
    print size(z)
end
