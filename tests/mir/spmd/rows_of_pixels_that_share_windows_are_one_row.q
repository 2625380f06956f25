%! test spmd lanes=8
% Of several rows at a time, pixels and channels are one row where the image has the channels of the launch; else each pixel is a row.
% check: rows lanes 8
% check: $most: i64 = 2147483647
% next: $few: bool = Compare(Le, $elements, $most)
% check: branch
% check: varying f32 = Load {

function y = f(x : cube'clamped)
    y = zeros(size(x))
    for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
            for c = 0..size(x,2)-1
                most = 0.0
                for dy = -3..3
                    most = max(most, x[m+dy,n+2,c])
                end
                y[m,n,c] = most
            end
        end
    end
end
print sum(f(ones(40, 50, 3)))
