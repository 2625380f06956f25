%! test spmd lanes=16
% Inside, the four elements of each lane are one run; a question for all lanes chooses between that and the gathers, and is asked once for
% both rows.
% check: $inside: varying bool = Inside(
% check: $all: bool = All($inside)
% check: branch $all
% check: GatherRun { memory: F32, ... count: 4, at: 0
% check: GatherRun { memory: F32, ... count: 4, at: 3
% check: MapIndex { mode: Clamped
% check: Gather { memory: F32
% count 8: GatherRun
% count 8: Gather {
% count 1: All(

function [] = main()
    x : mat'clamped = ones(30, 40)
    at = vec[int](100)
    y = zeros(20, 100)
    for m = 0..19
        for n = 0..99
            for k = 0..3
                y[m,n] += x[m,at[n]+k]*x[m+1,at[n]+k]
            end
        end
    end
    print sum(y)
end
