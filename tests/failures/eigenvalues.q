% Eigenvalues of a matrix without symmetry, and complex matrices.
%! reads: in.npy
%! writes: out.npy
function [] = main(input : string, output : string)
    try
        x = load(input)
        n = 70
        a = x[0..n-1,0..n-1,0]/256
        [vectors, values] = eig(a)
        c = complex(a, x[0..n-1,0..n-1,1]/256) + n*eye(n)
        y = c*c + inv(c) + vectors
        save(output, abs(y))
        print "written"
    catch ex
        print "caught"
    end
end
