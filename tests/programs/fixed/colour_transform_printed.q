%! features: F120 F121
%! loop: 12 parallel, 2 dimensions
%! reports: types C: mat(3,3)'const
%! reports: loops bounds checks left: none
%! hides: kernels needs dynamic kernel memory
%! omits: mir squeeze
% The listing of the post on fixed sizes: three channels are known in the loop, `squeeze` leaves nothing of itself, and a row of
% 1x1xN takes the column that the product is.
function img_out = colortransform[N](C : mat(N,N), img : cube(:,:,N))
    img_out = zeros(size(img,0),size(img,1),N)
    {!parallel for}
    for m=0..size(img,0)-1
        for n=0..size(img,1)-1
            img_out[m,n,:] = C * squeeze(img[m,n,:])
        endfor
    endfor
endfunction
C = [[0.0,1.0,0.0],[1.0,0.0,0.0],[0.0,0.0,2.0]]
x = zeros(40,50,3)
x[39,49,0] = 3
x[39,49,1] = 4
x[39,49,2] = 5
y = colortransform(C, x)
print y[39,49,0], y[39,49,1], y[39,49,2], " ", sum(y)
% => 4310 17
% The direct assignment, and the shape without the singletons.
x[0,0,:] = [1,2,3]
print squeeze(x[0,0,:]), size(x[0,0,:]), size(squeeze(x[0,0,:])), size(squeeze(x[39,48..49,:]))
% => [[1],
% =>  [2],
% =>  [3]][1,1,3][3][2,3]
