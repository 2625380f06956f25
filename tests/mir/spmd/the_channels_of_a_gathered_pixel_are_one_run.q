%! test spmd lanes=8
% Three elements that are there in any case: no question, and nothing behind them is read.
% check: GatherRun { memory: F32, ... count: 3, at: 0
% check: GatherRun { memory: F32, ... count: 3, at: 2
% count 3: GatherRun
% not: Gather {
% not: All(

function [] = main()
    x : cube(:,:,3)'clamped = ones(30, 40, 3)
    at = vec[int](100)
    y = zeros(20, 100)
    for m = 0..19
        for n = 0..99
            y[m,n] = x[m,at[n],0] + 2*x[m,at[n],1] + 3*x[m,at[n],2]
        end
    end
    print sum(y)
end
