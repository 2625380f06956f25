%! flags: -I {root}/tests/programs/modules/import/library
% Found in the folder of -I; what that file imports is found beside it.
import "shapes.q"
print square(3), " ", half_square(3)
% => 9 4.5
