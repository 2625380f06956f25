% Where an assertion does not decide a condition, the number does: 3 is not above 3.
reduction (x : scalar) -> side(x) = 1 where x > 3
reduction (x : scalar) -> side(x) = 0 where x <= 3
reduction (x : scalar) -> part(x) = 1 where x < 3
reduction (x : scalar) -> part(x) = 0 where x >= 3
function y = side(x : scalar)
    y = -1
end
function y = at_least(x : scalar)
    assert(x >= 3)
    y = side(x)
end
function y = at_most(x : scalar)
    assert(x <= 3)
    y = side(x)
end
function y = above(x : scalar)
    assert(x > 3)
    y = side(x)
end
function y = below(x : scalar)
    assert(x < 4)
    y = side(x)
end
function y = negative(x : scalar)
    assert(x >= 2 && x <= 5)
    y = side(-x)
end
function y = between(x : scalar)
    assert(x >= -5 && x <= -2)
    y = side(-x)
end
function y = part_at_most(x : scalar)
    assert(x <= 3)
    y = part(x)
end
print part_at_most(3.0), part_at_most(2.5)
% => 01
print at_least(3.0), at_least(3.5), at_most(3.0), above(3.5), below(3.0), below(3.5), negative(5.0), between(-5.0), between(-2.0)
% => 010101010
