%! features: F120
function img_out = colortransform[N](C : mat(N,N), img : cube(:,:,N))
    img_out = zeros(size(img,0),size(img,1),N)
    for m=0..size(img,0)-1
        for n=0..size(img,1)-1
            img_out[m,n,:] = C * squeeze(img[m,n,:])
        endfor
    endfor
endfunction
print colortransform(eye(3), zeros(2,2,4)) %~ E0302 a `cube(2,2,4)` where a `cube(2,2,3)` is needed
print colortransform(ones(3,4), zeros(2,2,4)) %~ E0302
