%! features: F402
%! omits: mir a branch for numbers
%! omits: mir a branch for complex arrays
%! omits: mir a branch for what is not real
%! emits: mir a branch for arrays
% The tests are known when compiling: what cannot happen is not in the program.
function [] = describe(x)
    if isscalar(x)
        print "a branch for numbers"
    else
        print "a branch for arrays"
    end
    if iscomplex(x)
        print "a branch for complex arrays"
    end
    if isreal(x)
        print numel(x)
    else
        print "a branch for what is not real"
    end
end
describe([1.0,2,3])
% => a branch for arrays
% => 3
describe(zeros(2,2))
% => a branch for arrays
% => 4
print isscalar(2.5), isscalar(3), isscalar(1i), isscalar([1,2]), isscalar("a")
% => 11100
print isreal(2.5), isreal([1,2]), isreal(1i), isreal(czeros(2)), isreal("a")
% => 11000
print iscomplex(2.5), iscomplex([1,2]), iscomplex(1i), iscomplex(czeros(2)), iscomplex("a")
% => 00110
