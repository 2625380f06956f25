% A private name is that of its file alone: the others may have it, too.
import "import/named/circles.q"
function y = doubled(x)
    y = 2*x
end
print doubled(3), " ", twice(3)
% => 6 60
