% A rule of another file.
import "import/doubling.q"
print doubled(1)
% => 2
print doubled(2)
% => 4
print doubled(3)
% => 6
print doubled(4)
% => 8
