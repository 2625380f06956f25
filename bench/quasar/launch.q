% What a launch costs: a kernel that stores one number, launched over one position again and again.
% Prints the time of a launch in each batch in microseconds.
function [] = __kernel__ store(x : vec, pos : int)
    x[pos] = pos
end
function [] = main(batches : int = 60, launches : int = 2000)
    x = zeros(1)
    times = zeros(batches)
    for b = 0..batches-1
        tic()
        for l = 0..launches-1
            parallel_do(1, x, store)
        end
        times[b] = 1000*toc("")/launches
    end
    print "times: ", times
end
