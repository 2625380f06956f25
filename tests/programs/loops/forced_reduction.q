%! features: F216
v = [1.0,2.0,3.0]
val = 0.0
{!parallel for; reduction={val,"+="}; private=t}
for k = 0..2
    t = v[k]*2
    val += t
end
print val
% => 12
