% Module: reductions
% What holds for every program that uses these functions, without an import. The rules of the program itself come first.
% Each is an identity of the functions it names: results are the same, with less work.
{!doc category="Reductions"}

% The real part of an inverse Fourier transform needs half of it only.
% > real(ifft1([10+0i,-2+2i,-2+0i,-2-2i])) == [1,2,3,4]
reduction (x) -> real(ifft1(x)) = irealfft1(x)
reduction (x) -> real(ifft2(x)) = irealfft2(x)
reduction (x) -> real(ifft3(x)) = irealfft3(x)
reduction (x, dims) -> real(ifftn(x, dims)) = irealfftn(x, dims)

% Transposing twice gives the matrix back.
% > transpose(transpose([[1,2],[3,4]])) == [[1,2],[3,4]]
reduction (x : [mat|cmat]) -> transpose(transpose(x)) = copy(x)
