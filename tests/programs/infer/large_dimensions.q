% Up to sixteen dimensions.
x = zeros(1,2,1,2,1,2,1,2,1,2,1,2,1,2,1,2)
x[0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1] = 3
print ndims(x), " ", numel(x), " ", sum(x)
% => 16 256 3
