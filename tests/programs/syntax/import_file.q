%! features: F035
import "import/geometry.q"
print area(3, 4)
% => 12
% Top-level statements of the module have run, its main has not.
print unit
% => 1
