%! features: F194
% Every run-time error can be caught; nothing is left behind.
function [] = index(n : int)
    x = zeros(3)
    print x[n]
end
function [] = sizes(n : int)
    print zeros(n,2) + zeros(n+1,2)
end
function [] = product(n : int)
    print zeros(n,n) * zeros(n+1,2)
end
function [] = negative(n : int)
    print numel(zeros(-n))
end
function [] = file(n : int)
    print size(imread(sprintf("missing%d.png", n)))
end
function [] = write(n : int)
    imwrite(sprintf("missing%d/a.png", n), zeros(2,2,3))
end
function [] = asserted(n : int)
    assert(n == 0, "n must be zero")
end
function [] = unpacked(n : int)
    [a, b, c] = zeros(n)
    print a, b, c
end
function [] = reshaped(n : int)
    print reshape(zeros(4), [n, 2])
end
function [] = formatted(n : int)
    print sprintf("%d %d", n)
end
function [] = kernel(n : int)
    function [] = __kernel__ fill(x : vec'checked, n : int, pos : int)
        x[pos + n] = 1
    end
    parallel_do(50000, zeros(50000), n, fill)
end
function [] = loop(n : int)
    x = zeros(100)
    for i = 0..99
        x[i + n] = i
    end
end
function [] = endless(n : int)
    v = ones(4)
    endless(n + 1)
    print v[0]
end
function [] = attempt(what : string, f : [int -> ()])
    try
        f(3)
        print what, ": no error"
    catch ex
        print what, ": ", ex
    end
end
attempt("index", index)
% => index: index 3 of 'x' is outside its 3 elements
attempt("sizes", sizes)
% => sizes: +: the sizes 3x2 and 4x2 do not fit together
attempt("file", file)
% => file: cannot read 'missing3.png': there is no such file here or in QUASAR_DATA
attempt("assert", asserted)
% => assert: assertion failed: n must be zero
attempt("endless", endless)
% => endless: too many nested calls: the stack is used up
% These messages belong to other tests; that they can be caught belongs here.
caught = 0
function [] = counted(f : [int -> ()])
    try
        f(3)
        print "no error"
    catch ex : qexception
        assert(ex.line > 0)
    end
end
counted(negative)
counted(product)
counted(write)
counted(formatted)
counted(reshaped)
counted(kernel)
counted(loop)
try
    unpacked(2)
    print "no error"
catch
    print "done"
end
% => done
