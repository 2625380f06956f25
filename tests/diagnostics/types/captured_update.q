%! features: F146
% Closure variables are read-only.
function [] = outer()
    a = 1
    function [] = inner()
        a += 1 %~ E0408 a
    end
    inner()
end
outer()
