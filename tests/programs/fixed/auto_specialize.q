%! features: F118
% Parameters that are constants at the call are constants within: the window is 5x5, the loops are a kernel.
im : mat'mirror = eye(40)
im_out = zeros(size(im))
function [] = generic_nlfilter(K : int)
    {!auto_specialize}
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            window = im[m+(-K..K),n+(-K..K)]
            im_out[m,n] = max(window) - min(window)
        endfor
    endfor
endfunction
generic_nlfilter(2)
print sum(im_out)
% Everything up to four beside the diagonal: 40 + 2*(39+38+37+36).
% => 340
generic_nlfilter(numel([1,2])-1)
print sum(im_out)
% 40 + 2*(39+38)
% => 194
%! loop: 7 parallel, 2 dimensions
%! reports: types window: mat(5,5)
%! reports: types window: mat(3,3)
