% Module: floattypes
% Floating-point numbers of another precision than that of the program: half has 16 bits, single 32, double 64.
% Elements are computed in the precision of the program; what is stored is rounded to that of the array. Two `hvec2` are added, subtracted,
% multiplied (`.*`) and divided (`./`) in halves: the result of each operation is rounded.
{!doc category="Types"}

% Two halves, which fill a 32-bit word.
% > v : hvec2 = [1,0.5]; 2*v == [2,1]
type hvec2 : vec[scalar'half](2)
