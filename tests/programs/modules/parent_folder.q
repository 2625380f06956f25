% Relative paths and backslashes.
import "import\library\..\halves.q"
print half(1)
% => own 0.5
