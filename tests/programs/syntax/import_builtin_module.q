%! features: F035
% Modules of the original are built in; nothing is loaded.
import "Quasar.DNN.dll"
import "Quasar.UI.dll"
import "system.q"
import "inttypes.q"
print "ready"
% => ready
