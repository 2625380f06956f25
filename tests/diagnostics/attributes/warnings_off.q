%! features: F380
%! flags: --set=COMPILER_DISPLAY_WARNINGS=False
% Errors are told, warnings are not: what warnings_on.q is warned of passes in silence.
import "inttypes.q"
c : u8vec4 = [1, 300, 3, 4]
s : int = 2.5
print c, s, unheard %~ E0201 unheard
