%! features: F004 F005
%! reports: types whole: int,
%! reports: types point: scalar,
%! reports: types half: scalar,
%! reports: types exponent: scalar,
%! reports: types zero: scalar,
%! reports: types imaginary: cscalar,
%! reports: types other: cscalar,
%! reports: types sum_of_both: cscalar,
% The spelling of a number is its type (3.2): a decimal point or an exponent makes a scalar, `i` or `j` a complex number.
whole = 1
point = 1.
half = 0.5
exponent = 1.4e3
zero = 0.
imaginary = 1i
other = 1j
sum_of_both = 1+3i
print type(whole), " ", type(point), " ", type(half), " ", type(exponent), " ", type(zero), " ", type(imaginary), " ", type(sum_of_both)
% => int scalar scalar scalar scalar cscalar cscalar
print imaginary == other, " ", sum_of_both*imaginary, " ", whole/2, " ", exponent
% => 1 -3+1i 0.5 1400
