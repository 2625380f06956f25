%! features: F245 F284
%! emits: mir ] unchecked 'output'
%! emits: mir ] unchecked 'y'
%! omits: mir ] checked
% Two programs of the manual (17.1.4 and 17.2.4) as it prints them: what it says is provable is accessed without a check.
function [output:cube] = overlay_labels(image:cube, nlabels:mat)
    output = zeros(size(image))
    function [] = __kernel__ draw_outlines(nlabelsk:mat'clamped,pos)
        if nlabelsk[pos] == nlabelsk[pos+[0,-1]] && nlabelsk[pos] == nlabelsk[pos+[-1,0]]
            %interior pixel
        else
            %edge pixel
            output[pos[0],pos[1],0] = 1
            output[pos[0],pos[1],1] = 1
            output[pos[0],pos[1],2] = 1
        endif
    endfunction
    parallel_do(size(image,0..1), nlabels, draw_outlines)
endfunction
function [] = scaled_add(A : mat, B : mat)
    assert(size(A) == size(B))
    parallel_do(size(A),A,B,
        __kernel__ (y : mat,x : mat,pos : vec2) -> y[pos] += 4.0 * x[pos])
endfunction
function [] = main(n : int = 4)
    labels = zeros(n, n+1)
    labels[:,3..n] = 1
    o = overlay_labels(ones(n,n+1,3), labels)
    print o[:,:,1]
    % => [[0,0,0,1,0],
    % =>  [0,0,0,1,0],
    % =>  [0,0,0,1,0],
    % =>  [0,0,0,1,0]]
    A = ones(n,n)
    scaled_add(A, ones(n,n))
    print sum(A)
    % => 80
end
