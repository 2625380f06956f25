% One step of back-propagation through a network with a hidden layer and one output.
import "common.q"

function y = squash(x)
    y = 1/(1 + exp(-x))
end

% Changes the weights; gives the output before the change.
function output = train(x : vec, target : scalar, w1 : mat, old1 : mat, w2 : vec, old2 : vec)
    inputs = numel(x)
    hidden_count = numel(w2)
    hidden = zeros(hidden_count)
    for j = 0..hidden_count-1
        s = 0.0
        for i = 0..inputs-1
            s += w1[i,j]*x[i]
        end
        hidden[j] = squash(s)
    end
    s = 0.0
    for j = 0..hidden_count-1
        s += w2[j]*hidden[j]
    end
    output = squash(s)

    output_delta = output*(1 - output)*(target - output)
    hidden_delta = zeros(hidden_count)
    for j = 0..hidden_count-1
        hidden_delta[j] = hidden[j]*(1 - hidden[j])*output_delta*w2[j]
    end
    for j = 0..hidden_count-1
        change = 0.3*output_delta*hidden[j] + 0.3*old2[j]
        w2[j] += change
        old2[j] = change
    end
    for j = 0..hidden_count-1
        for i = 0..inputs-1
            change = 0.3*hidden_delta[j]*x[i] + 0.3*old1[i,j]
            w1[i,j] += change
            old1[i,j] = change
        end
    end
end

function [] = main(inputs : int = 262144, hidden : int = 16, repetitions : int = 5)
    x = noise(inputs)
    start1 = reshape((noise(inputs*hidden) - 0.5)/100, [inputs, hidden])
    start2 = noise(hidden) - 0.5
    w1 = copy(start1)
    times = zeros(repetitions)
    for r = 0..repetitions-1
        w1 = copy(start1)
        w2 = copy(start2)
        old1 = 0.01*start1
        old2 = zeros(hidden)
        tic()
        output = train(x, 0.9, w1, old1, w2, old2)
        times[r] = toc("")
        w1[0,0] = output
    end
    print "times: ", times
    check(w1)
end
