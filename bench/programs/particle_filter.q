% A particle filter that follows an object in the plane: move, weigh, estimate, choose new particles by their weights.
import "common.q"

function estimates = particle_filter(count : int, frames : int)
    x = 64*ones(count)
    y = 64*ones(count)
    weights = zeros(count)
    seeds = vec[int](count)
    for p = 0..count-1
        seeds[p] = mod(1009*p + 17, 134456)
    end
    estimates = zeros(frames, 2)
    for t = 0..frames-1
        object_x = 66 + 2*t
        object_y = 65 + t
        for p = 0..count-1
            seeds[p] = mod(8121*seeds[p] + 28411, 134456)
            u = (seeds[p] + 1)/134456
            seeds[p] = mod(8121*seeds[p] + 28411, 134456)
            v = seeds[p]/134456
            radius = 2*sqrt(-2*log(u))
            x[p] += 2 + radius*cos(2*pi*v)
            y[p] += 1 + radius*sin(2*pi*v)
            distance = (x[p] - object_x)^2 + (y[p] - object_y)^2
            weights[p] = exp(-distance/18)
        end
        weights = weights/sum(weights)
        estimates[t,0] = sum(x.*weights)
        estimates[t,1] = sum(y.*weights)

        distribution = cumsum(weights)
        new_x = zeros(count)
        new_y = zeros(count)
        for p = 0..count-1
            u = (p + 0.5)/count
            low = 0
            high = count-1
            while low < high
                middle = int((low + high)/2)
                if distribution[middle] < u
                    low = middle + 1
                else
                    high = middle
                end
            end
            new_x[p] = x[low]
            new_y[p] = y[low]
        end
        x = new_x
        y = new_y
    end
end

function [] = main(count : int = 100000, frames : int = 10, repetitions : int = 5)
    estimates = zeros(frames, 2)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        tic()
        estimates = particle_filter(count, frames)
        times[r] = toc("")
    end
    print "times: ", times
    check(estimates)
end
