%! features: F177 F178
%! reduction: Applied reduction abs(x) -> x >= 0 ? x : abs(x)
%! reduction: Applied reduction abs(x) -> x < 0 ? -x : abs(x)
%! reduction: Result after 2 reductions: x >= 0 ? x : (x < 0 ? -x : abs(x))
%! reduction: Applied reduction someop(x, a) -> 0 <= a && a < 1 ? fast_op(x, a) : someop(x, a)
%! reduction: Applied reduction someop(x, a) -> 1 <= a ? accurate_op(x, a) : someop(x, a)
%! reduction: Result after 2 reductions: 0 <= a && a < 1 ? fast_op(x, a) : (1 <= a ? accurate_op(x, a) : someop(x, a))
%! reduction: Applied reduction someop(2.0, 0.25) -> fast_op(2.0, 0.25)
%! reduction: Result after 1 reduction: print(fast_op(2.0, 0.25))
%! raises: no reduction fits someop(x, a) line 28
% Nothing is known: the condition is tested when the program runs. An operation that only rules define has no other meaning.
reduction (x : scalar) -> abs(x) = x where x >= 0
reduction (x : scalar) -> abs(x) = -x where x < 0
function y = magnitude(x : scalar)
    y = abs(x)
end
print magnitude(-3.5), " ", magnitude(2.5)
% => 3.5 2.5
reduction (x : scalar) -> someop(x, a) = fast_op(x, a) where 0 <= a && a < 1
reduction (x : scalar) -> someop(x, a) = accurate_op(x, a) where 1 <= a
function y = fast_op(x, a)
    y = 10*x + a
end
function y = accurate_op(x, a)
    y = 100*x + a
end
function y = use(x : scalar, a : scalar)
    y = someop(x, a)
end
print use(2.0, 0.5), " ", use(2.0, 3.0)
% => 20.5 203
print someop(2.0, 0.25)
% => 20.25
print use(2.0, -1.0)
