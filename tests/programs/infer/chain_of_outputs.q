% The last output has the type of the first one nine calls later: a function that calls itself is walked until all types are known.
function [a, b, c, d, e, g, h, k, l] = text(n)
    if n == 0
        a = 0; b = 0; c = 0; d = 0; e = 0; g = 0; h = 0; k = 0; l = 0
    else
        [pa, pb, pc, pd, pe, pg, ph, pk, pl] = text(n-1)
        a = "s"; b = pa; c = pb; d = pc; e = pd; g = pe; h = pg; k = ph; l = pk
    end
end
function [a, b, c, d, e, g, h, k, l] = number(n)
    if n == 0
        a = 1; b = 1; c = 1; d = 1; e = 1; g = 1; h = 1; k = 1; l = 1
    else
        [pa, pb, pc, pd, pe, pg, ph, pk, pl] = number(n-1)
        a = 2.5; b = pa; c = pb; d = pc; e = pd; g = pe; h = pg; k = ph; l = pk
    end
end
function [a, b, c, d, e, g, h, k, l] = either(n)
    if n == 0
        a = "s"; b = "s"; c = "s"; d = "s"; e = "s"; g = "s"; h = "s"; k = "s"; l = "s"
    else
        [pa, pb, pc, pd, pe, pg, ph, pk, pl] = either(n-1)
        a = 5; b = pa; c = pb; d = pc; e = pd; g = pe; h = pg; k = ph; l = pk
    end
end
[a, b, c, d, e, g, h, k, l] = text(20)
print a, " ", l
% => s s
[a, b, c, d, e, g, h, k, l] = number(20)
print a, " ", l
% => 2.5 2.5
[a, b, c, d, e, g, h, k, l] = either(20)
print a, " ", l
% => 5 5
[a, b, c, d, e, g, h, k, l] = text(3)
print a, b, c, d, l
% => sss00
[a, b, c, d, e, g, h, k, l] = number(8)
print k, " ", l
% => 2.5 1
