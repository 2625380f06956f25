% An element of an array of arrays that was never made is what `[]` is, a row without elements, wherever it is read.
v = vec[cube](3)
m = vec[mat](2)
w = vec[vec](2)
print size([]), size(v[0]), size(m[1]), size(w[0]), ndims(v[2]), numel(v[0])
% => [1,0][1,0][1,0][1,0]20
print v[0], m[1], w
% => [][][[],[]]
sizes = zeros(3,3)
v[1] = ones(4,5,6)
{!parallel for}
for k = 0..2
    x = v[k]
    sizes[k,0] = size(x,0)
    sizes[k,1] = size(x,1)
    sizes[k,2] = numel(x)
end
print sizes
% => [[1,0,0],
% =>  [4,5,120],
% =>  [1,0,0]]
print sum(v[0] + v[2]), size(v[0] + v[2]), size([] + v[0]), size(2*v[0])
% => 0[1,0][1,0][1,0]
total = 0
for k = 0..2
    total += sum(v[k])
end
print total
% => 120
try
    print v[0] + v[1]
catch e
    print "sizes differ"
end
% => sizes differ
try
    print v[2][0,0,0]
catch e
    print "no element"
end
% => no element
