%! features: F035
% Modules of the original are built in; nothing is loaded.
import "Quasar.DNN.dll"
import "Quasar.UI.dll"
import "system.q"
import "inttypes.q"
print "ready"
% => ready
% What the guide's `floattypes.q` and `inttypes.q` define.
import "floattypes.q"
h : hvec2 = [1.5, 2.5]
i : i8vec4 = [1, 2, 3, 4]
print h, " ", i
% => [1.5,2.5] [1,2,3,4]
