% The median of each window, against sorting by counting.
import "immedfilt.q"
seed(5)
x = round(20*rand(13,9))
% The element with fewer than half of the window below it and fewer than half above it.
function y = by_counting(x : mat'mirror, r : int, place : int)
    y = zeros(size(x,0), size(x,1))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for p = -r..r
                for q = -r..r
                    below = 0
                    same = 0
                    for i = -r..r
                        for j = -r..r
                            below += x[m+i,n+j] < x[m+p,n+q]
                            same += x[m+i,n+j] == x[m+p,n+q]
                        end
                    end
                    if below <= place && place < below + same
                        y[m,n] = x[m+p,n+q]
                    end
                end
            end
        end
    end
end
for r = 0..3
    print all(immedfilt(x, r) == by_counting(x, r, int(((2*r+1)^2-1)/2)))
end
% => 1
% => 1
% => 1
% => 1
print all(imrankfilt(x, 2, 6) == by_counting(x, 2, 6)), all(imrankfilt(x, 1, 0) == by_counting(x, 1, 0))
% => 11
% Values that hardly differ, and infinity.
z = [[1,1.000001,1],[1/0,1.000002,1.000001],[-1/0,1.000002,1.000002]]
print immedfilt(z, 1)[1,1] == z[0,1]
% => 1
% Channels are apart.
c = cube(5,5,2)
c[:,:,1] = round(9*rand(5,5))
print all(immedfilt(c, 1)[:,:,1] == immedfilt(c[:,:,1], 1)), max(immedfilt(c, 1)[:,:,0])
% => 10
try
    print imrankfilt(x, 1, 9)
catch ex
    print ex
end
% => imrankfilt: a window of radius 1 has no element number 9
