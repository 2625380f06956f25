%! test opt verdicts level=1
% Nobody wrote a variable there.
% check: loop over k in script: serial
% next: Parallelization/serialization not possible because the variable is polymorphic (not a unique type).
% next: which type a value has is known only when running
% check: advice: copy the value into a variable with a type before the loop

function [] = main(n : int = 4)
    v = zeros(n)
    {!serial for}
    for i = 0..0
        a = {1.5, [1, 2]}
    end
    for k = 0..n-1
        v[k] = sum(a[mod(k, 2)])
    end
    print v
end
