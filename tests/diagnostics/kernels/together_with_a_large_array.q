% Threads that act together cannot run position by position: what would need that is told, once, at its place.
function [] = __kernel__ heavy(x : mat'unchecked, y : mat'unchecked, pos : ivec2, blkpos : ivec2)
    t = shared(32,32)
    t[blkpos] = x[pos]
    syncthreads
    a : vec(100) %~ E0900 beside threads that act together
    for k = 0..99
        a[k] = t[mod(blkpos[0]+k,32), blkpos[1]]
    end
    y[pos] = sum(a)
end
x = ones(64,64)
y = zeros(64,64)
parallel_do([[64,64],[32,32]], x, y, heavy)
print y[3,3]
