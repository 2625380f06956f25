%! loop: 15 parallel
%! loop: 19 serial, as the source says
%! loop: 23 parallel
%! loop: 29 parallel
%! loop: 35 serial, as the source says
% A pragma holds from its line to the next one of its name in the block, at most to the end of the block; inner blocks follow
% outer ones; functions follow the place where they are written.
function [] = inside(x : vec)
    n = numel(x)
    if n > 1
        #pragma loop_parallelizer off
        n = n - 1
    end
    % The branch above has ended.
    for i = 0..numel(x)-1
        x[i] += 1
    end
    #pragma loop_parallelizer(off)
    for i = 0..numel(x)-1
        x[i] += 2
    end
    #pragma loop_parallelizer(on)
    for i = 0..numel(x)-1
        x[i] += 3
    end
end

function [] = before(x : vec)
    for i = 0..numel(x)-1
        x[i] += 4
    end
end
#pragma loop_parallelizer off
function [] = behind(x : vec)
    for i = 0..numel(x)-1
        x[i] += 5
    end
end

function [] = main(n : int = 3000)
    x = zeros(n)
    inside(x)
    before(x)
    behind(x)
    % 1+2+3+4+5
    print x[0], " ", x[n-1]
    % => 15 15
end
