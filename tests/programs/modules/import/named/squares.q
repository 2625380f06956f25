% Areas of squares; its names are those of circles.q, too.
type figure : class
    side : scalar
end
type kind : enum
    small
    large
end
{!private}
scale = 1.0
unit = 2.0
{!private}
function y = doubled(x)
    y = 2*x*scale
end
function y = area(x : figure)
    y = doubled(x.side)*x.side/2
end
function y = area(x : scalar)
    y = x*x
end
function [] = grow(self : figure, by : scalar)
    print "grows to ", self.side + by
end
function y = kind_of(x : figure)
    y = area(x) > 10 ? kind.large : kind.small
end
function y = factorial(n : int)
    y = n < 2 ? 1 : n*factorial(n - 1)
end
function y = halves(x : vec)
    function [] = __kernel__ half(x : vec, y : vec, pos : int)
        y[pos] = x[pos]/unit
    end
    y = zeros(numel(x))
    parallel_do(numel(x), x, y, half)
end
function y = hidden_by_variables(unit)
    area = 3*unit
    f = scale -> scale + area
    y = f(1)
end
function y = total[T](x : vec[T], start : T)
    y = start
    for k = 0..numel(x)-1
        y += x[k]
    end
end
