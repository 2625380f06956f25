%! features: F035
% Each module runs once, however often it is imported.
import "import/counter.q"
import "import/uses_counter.q"
% => counter loads
% => uses_counter loads
print total()
% => 11
