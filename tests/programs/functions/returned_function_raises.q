%! features: F151
%! raises: no filter of the name Laplacain line 11
import "imfilter.q"
% The listing of the manual (4.2) with an arm for other names: a name that nobody knows stops the program, whatever is done
% with the function that does not come.
function f : [cube->cube] = filter(name)
    match name with
    | "Laplacian" ->
        mask = [[0,-1,0],[-1,4,-1],[0,-1,0]]
        f = x -> imfilter(x, mask)
    | _ -> error "no filter of the name ", name
    endmatch
endfunction
% (n,n) is 10*n^2: the second difference in both directions is 20+20 less what the border adds.
im = zeros(5,5,1)
im[2,2,0] = 10
y = filter("Laplacian")(im)
print y[2,2], " ", y[1,2], " ", y[2,3], " ", y[1,1]
% => 40 -10 -10 0
z = filter("Laplacain")(im)
print z[:,:,0]
