%! features: F161
%! reduction: Applied reduction inverse(forward(transpose(x))) -> transpose(x)
%! reduction: Applied reduction real(transpose(x)) -> transpose(x)
%! reduction: Applied reduction transpose(transpose(x)) -> x
%! reduction: Result after 3 reductions: f=(x:mat) -> x
% Rules are applied until none fits: three of them make an identity of a cascade of five calls. The call of `transpose` around
% `real` has nothing to fit before `real` is gone.
reduction (x:mat) -> real(x) = x
reduction (x:mat) -> transpose(transpose(x)) = x
reduction (x:mat) -> inverse(forward(x)) = x
function y = forward(x)
    print "not called"
    y = complex(x, 0)
end
function y = inverse(x)
    print "not called"
    y = x
end
f = (x : mat) -> transpose(real(inverse(forward(transpose(x)))))
print f([[1,2],[3,4]])
% => [[1,2],
% =>  [3,4]]
