%! raises: does not name each dimension once line 3
% An order that is no permutation is an error when the program runs, also where it is known when compiling.
A = shuffledims(zeros(2,3,4), [20,1])
print size(A)
