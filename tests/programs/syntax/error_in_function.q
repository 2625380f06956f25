%! features: F033
%! raises: negative: -2 line 5
function y = root(x)
    if x < 0
        error("negative: ", x)
    end
    y = sqrt(x)
end
print root(4)
% => 2
print root(-2)
