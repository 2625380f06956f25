%! flags: -I {root}/tests/programs/modules/import/library
% The importing file's folder comes before -I.
import "import/halves.q"
print half(4)
% => own 2
