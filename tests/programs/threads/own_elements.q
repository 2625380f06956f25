% Threads that update their own elements of a shared array, and threads that update those of others.
function [] = __kernel__ windows(x : mat'circular, y : mat, wnd : ivec2, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    d = wnd[0]*wnd[1]
    corner = pos - int(wnd/2)
    part = shared_zeros(d, blkdim[0], blkdim[1])
    for n = 0..d-1
        part[n,blkpos[0],blkpos[1]] += (n + 1)*x[corner + [int(n/wnd[1]),mod(n,wnd[1])]]
        part[n,blkpos[0],blkpos[1]] -= 1
    end
    total = 0.0
    for n = 0..d-1
        total += part[n,blkpos[0],blkpos[1]]
    end
    y[pos] = total
end
% The last dimension of the launch has one position and one thread. 1+2+…+6 = 21 times 2, less one for each of six.
x = 2*ones(5,37)
y = zeros(5,37)
parallel_do([size(x,0..2),[2,16,1]], x, y, [2,3], windows)
print min(y), " ", max(y)
% => 36 36
% The middle of the window [2,3] is its second row and second column: element 4 of 0..5, five times.
x = zeros(5,37)
x[3,36] = 1
parallel_do([size(x,0..2),[2,16,1]], x, y, [2,3], windows)
print y[3,36]+6, " ", y[3,0]+6, " ", y[4,35]+6, " ", y[2,0]+6
% => 5 4 3 0
% Two threads add to each element, their own and the one beside: these updates meet.
function [] = __kernel__ meet(y : vec[int], pos : int, blkpos : int, blkdim : int)
    s : vec[int] = shared_zeros(blkdim)
    for k = 1..100
        s[blkpos] += 1
        s[mod(blkpos+1,blkdim)] += 2
    end
    syncthreads
    y[pos] = s[blkpos]
end
z = vec[int](64)
parallel_do([[1,64],[1,32]], z, meet)
print min(z), " ", max(z)
% => 300 300
% Extremes and products of one's own, of two dimensions.
function [] = __kernel__ extremes(x : mat, y : mat, pos : ivec2, blkpos : ivec2, blkdim : ivec2)
    high = shared_zeros(blkdim)
    low = shared_zeros(blkdim)
    product = shared_zeros(blkdim)
    product[blkpos] = 1
    for k = 0..2
        high[blkpos] ^^= x[pos] - k
        low[blkpos] __= x[pos] - k
        product[blkpos] *= x[pos]
    end
    y[pos] = 10000*high[blkpos] + 100*low[blkpos] + product[blkpos]
end
w = zeros(3,19)
parallel_do([size(w),[2,8]], 3*ones(3,19), w, extremes)
% The greatest of 0, 3, 2, 1; the least of 0, 3, 2, 1; 27.
print min(w), " ", max(w)
% => 30027 30027
parallel_do([size(w),[2,8]], -ones(3,19), w, extremes)
% 0; the least of -1, -2, -3; -1.
print min(w), " ", max(w)
% => -301 -301
% The element of a thread under [p,q] is that of another one under [q,p]: these meet too.
function [] = __kernel__ crossed(y : mat[int], pos : ivec2, blkpos : ivec2)
    s : mat[int] = shared_zeros(16,16)
    for k = 1..1500
        s[blkpos[0],blkpos[1]] += 1
        s[blkpos[1],blkpos[0]] += 1
    end
    syncthreads
    y[pos] = s[blkpos]
end
m = mat[int](16,16)
parallel_do([[16,16],[16,16]], m, crossed)
print min(m), " ", max(m)
% => 3000 3000
