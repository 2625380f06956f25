%! warns: the variable 'a' is polymorphic line 7
%! warns: the variable 'a' is polymorphic line 17
% The listings of the manual (4.1): a sum over an array of cubes, which are empty at first.
v = vec[cube](10)
a = 0.0
for k=0..numel(v)-1
    a += v[k]
endfor
print numel(a)
% => 0
for k=0..numel(v)-1
    v[k] = k*ones(2,2,2)
endfor
% The sum of a number and a cube is a cube: 8*(0+...+9).
a = 0.0
for k=0..numel(v)-1
    a += v[k]
endfor
print sum(a), size(a)
% => 360[2,2,2]
a = v[0]
for k=1..numel(v)-1
    a += v[k]
endfor
print sum(a)
% => 360
