%! raises: negative line 8
% An error raised within a loop ends the program like one outside.
function y = root(x)
    y = 0.0
    for k = 0..numel(x)-1
        if x[k] < 0
            % The loop stays on the host.
            error("negative: ", x[k])
        end
        y += sqrt(x[k])
    end
end
print root([4.0,9.0])
% => 5
print root([4.0,-9.0])
