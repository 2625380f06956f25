%! features: F380
%! flags: --set=COMPILER_DISPLAY_WARNINGS=True
import "inttypes.q"
c : u8vec4 = [1, 300, 3, 4] %~ W0302 becomes 255
s : int = 2.5 %~ W0301 2.5 loses its fraction
print c, s, unheard %~ E0201 unheard
