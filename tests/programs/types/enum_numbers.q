%! features: F063
type ink : enum
    Black
    Yellow
    Red = 2
    Cyan
    Magenta = 7
    White
endtype
print int(ink.Cyan), " ", int(ink.White), " ", ink.Red
% => 3 8 Red
