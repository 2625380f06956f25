% Found by search_path.q through -I.
import "halves.q"
function y = square(x)
    y = x*x
end
function y = half_square(x)
    y = half(square(x))
end
