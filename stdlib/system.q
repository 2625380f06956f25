% Module: system
% What the original system defines for every program. Its functions are built into qc; importing it brings the reductions below.
% Each is an identity of the functions it names: results are the same, with less work.
{!doc category="Reductions"}

% Real numbers have no imaginary part and are their own conjugates.
% > real(2.5) == 2.5
reduction (x : scalar) -> real(x) = x
reduction (x : cube) -> real(x) = copy(x)
reduction (x : cube) -> imag(x) = zeros(size(x))
reduction (x : scalar) -> conj(x) = x
reduction (x : cube) -> conj(x) = copy(x)

% The real part moves inward, where it may vanish.
reduction (x : cmat) -> real(transpose(x)) = transpose(real(x))

% The sum of products of elements needs no array of products.
% > sum([1,2].*[3,4]) == 11
reduction (a : mat, b : mat) -> sum(a.*b) = dotprod(a, b)
