%! features: F183 F415 F158
%! tolerance: 1e9
% The argument of the macro is the name of a function, which the macro calls between the two ends of the measurement. The time
% itself is any number.
macro [] = time(op) % timing macro
    tic()
    op()
    toc()
endmacro

function [] = operation()
    im = ones(30,40)
    for m=0..size(im,0)-1
        for n=0..size(im,1)-1
            im[m,n] = 255 - im[m,n]
        endfor
    endfor
    print "sum ", sum(im)
endfunction

{!time operation}
% 254 * 30 * 40
% => sum 304800
% => Elapsed time: 1 ms
print "done"
% => done
