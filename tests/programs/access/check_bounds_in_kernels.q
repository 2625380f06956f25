%! features: F286
%! flags: --set=COMPILER_PERFORM_BOUNDSCHECKS=True
%! run: processors (the setting is about the processor)
%! raises: x line 7
% The setting of the manual: a kernel that promises to stay inside is checked all the same.
function [] = __kernel__ shifted(x : vec'unchecked, y : vec'unchecked, pos : int)
    y[pos] = x[pos+1]
end
y = zeros(3)
parallel_do(2, ones(3), y, shifted)
print y
% => [1,1,0]
parallel_do(3, ones(3), y, shifted)
print "not reached"
