% An index that is outside of every array that comes is no error where it is not reached, also where the sizes are known when compiling.
function [] = first(x)
    if numel(x) > 7
        print x[7]
    else
        print x[0]
    end
end
first([1,2,3])
% => 1
first([1,2,3,4,5,6,7,8])
% => 8
y = [4,5]
if sum(y) > 100
    print y[3]
end
function [] = changed(n : int)
    z = zeros(3)
    if n > 3
        z[5] = 1
    end
    print z
end
changed(2)
% => [0,0,0]
try
    changed(4)
catch ex
    print "outside"
end
% => outside
