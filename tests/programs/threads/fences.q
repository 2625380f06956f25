%! features: F316
% Message passing: who sees the flag sees the data that was written before it.
function [] = __kernel__ pass(data : vec, flag : vec[int], y : vec, pos : int)
    if pos == numel(y) - 1
        data[0] = 42
        memfence(grid)
        flag[0] += 1
    else
        while flag[0] == 0
            memfence(grid)
        end
        memfence(grid)
        y[pos] = data[0]
    end
end
y = zeros(100)
parallel_do([[1,100],[1,10]], zeros(1), vec[int](1), y, pass)
print sum(y), " ", y[99]
% => 4158 0
% Within a block, and for the whole system.
function [] = __kernel__ last_one(x : vec, counter : vec[int], total : vec, pos : int, blkdim : int, blkcnt : int)
    s : vec[int] = shared_zeros(1)
    x[pos] *= 2
    memfence(block)
    s[0] += 1
    memfence(system)
    ticket = (counter[0] += 1)
    memfence(grid)
    % The thread with the last ticket sees what all others wrote.
    if ticket == numel(x)
        for i = 0..numel(x)-1
            total[0] += x[i]
        end
        total[1] = s[0]
    end
end
x = [1,2,3,4,5,6,7,8] + 0.0
total = zeros(2)
parallel_do([[1,8],[1,4]], x, vec[int](1), total, last_one)
print total
% => [72,4]
