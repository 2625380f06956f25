% Arrays of zeros in front of loops that store into all of their elements, and of loops that leave some as they were made.
function y = whole(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] = 2*x[m,n]
        end
    end
end
function y = inside(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 1..size(x,0)-2
        for n = 1..size(x,1)-2
            y[m,n] = 2*x[m,n]
        end
    end
end
function y = some(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            if x[m,n] > 4
                y[m,n] = x[m,n]
            end
        end
    end
end
function y = added(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n] += x[m,n]
        end
    end
end
function y = turned(x : mat)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[n,m] = x[m,n]
        end
    end
end
function y = two_of_three(x : mat)
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            y[m,n,0] = x[m,n]
            y[m,n,2] = x[m,n]
        end
    end
end
function y = colours(x : mat)
    y = zeros(size(x,0), size(x,1), 3)
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..2
                y[m,n,c] = x[m,n] + c
            end
        end
    end
end
% The loop stops at an element outside; what it has not reached is 0.
function y = half(x : vec, last : int)
    y = zeros(numel(x))
    try
        {!serial for}
        for n = 0..numel(x)-1
            y[n] = x[n]
            if n == last
                error("enough")
            end
        end
    catch ex
        print ex
    end
end

x = [[1.0,2,3],[4,5,6],[7,8,9]]
% => [[2,4,6],
% =>  [8,10,12],
% =>  [14,16,18]]
print whole(x)
% => [[0,0,0],
% =>  [0,10,0],
% =>  [0,0,0]]
print inside(x)
% => [[0,0,0],
% =>  [0,5,6],
% =>  [7,8,9]]
print some(x)
% => [[1,2,3],
% =>  [4,5,6],
% =>  [7,8,9]]
print added(x)
% => [[1,4,7],
% =>  [2,5,8],
% =>  [3,6,9]]
print turned(x)
% => 45 0 45
y = two_of_three(x)
print sum(y[:,:,0]), " ", sum(y[:,:,1]), " ", sum(y[:,:,2])
% => 45 54 63
z = colours(x)
print sum(z[:,:,0]), " ", sum(z[:,:,1]), " ", sum(z[:,:,2])
% => enough
% => [1,2,0,0]
print half([1.0,2,3,4], 1)
