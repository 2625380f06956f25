%! test opt verdicts level=1
% One leaves the loop, the other one the iteration from a block behind which it goes on.
% check: loop over i in script: serial
% next: Inner loop break detected. Loop cannot be parallelized/serialized.
% next: the loop can be left before its last iteration
% check: advice: run the loop to its end and skip the work by an `if`
% check: loop over k in script: serial
% next: continue detected. Loop cannot be parallelized/serialized.
% next: `continue` ends an iteration early, from a block behind which the iteration goes on
% check: advice: put the rest of the iteration into an `if`, so that nothing follows the block that the `continue` is in

function [] = f(x : vec)
    for i = 0..numel(x)-1
        if i > 3
            break
        end
        x[i] = i
    end
    for k = 0..numel(x)-1
        if k > 1
            if k == 4
                continue
            end
            x[k] = 10
        end
        x[k] += k
    end
end
function [] = main(n : int = 6)
    x = ones(n)
    f(x)
    print x
end
