%! features: F213
%! emits: cuda __shared__ int grey_private[2048];
%! emits: cuda __shared__ int low_private[1024];
%! emits: cuda atomicMax(&high_private[
%! emits: cuda && h_data != x_data
%! raises: index 9 of 'few' is outside its 9 elements line 20
% Elements that many positions change: the blocks of a GPU do so in copies of their own, as far as these have room. The numbers are those of the
% definitions: NumPy has them from np.add.at, np.minimum.at, np.maximum.at, np.bitwise_and.at and so on.
function [] = __kernel__ bitwise(x : mat[int], ands : vec[int], ors : vec[int], xors : vec[int], pos : ivec2)
    ands[mod(pos[0], 3)] &= 65279 - 256*mod(x[pos], 2)
    ors[mod(pos[1], 3)] |= x[pos]*mod(pos[1], 3)
    xors[mod(pos[1], 3)] ~= x[pos] + pos[0]
end
function [] = __kernel__ above(x : mat[int], h : vec[int], limit : int, pos : ivec2)
    if x[pos] > limit
        h[0] += 1
    end
end
function [] = __kernel__ beyond(x : mat[int], few : vec[int], pos : ivec2)
    few[mod(x[pos], 10)] += 1
end
% What is read is what is changed: each position sees its own changes.
function [] = __kernel__ twice(h : vec[int], x : vec[int], place : vec, pos : int)
    h[int(place[pos])] += 1
    h[int(place[pos])] += x[int(place[pos])]
end
function [] = main()
    % Rows and columns that are no multiple of a block.
    x = mat[int](37, 53)
    {!serial for}
    for i = 0..36
        for j = 0..52
            x[i,j] = and(7*i*i + 13*j + i*j, 255)
        end
    end
    % 256 bins.
    grey = vec[int](256)
    for i = 0..36
        for j = 0..52
            grey[x[i,j]] += 1
        end
    end
    print sum(grey), " ", sum(grey.*grey), " ", grey[0], " ", grey[100], " ", grey[255]
    % => 1961 23633 7 2 28
    % More bins than a copy has room for.
    many = vec[int](5000)
    for i = 0..36
        for j = 0..52
            many[19*x[i,j] + mod(j, 3)] += 1
        end
    end
    print sum(many), " ", sum(many.*many), " ", many[0], " ", many[1902], " ", many[4846]
    % => 1961 9043 3 1 10
    % Minima and maxima in one launch; one element keeps what it has at the start.
    low = vec[int](12)
    high = vec[int](12)
    low[:] = 30000
    high[:] = -30000
    for i = 0..36
        for j = 0..52
            low[mod(i, 11)] __= 3*x[i,j] - i
            high[mod(i, 11)] ^^= 3*x[i,j] - i
        end
    end
    print low
    % => [-24,-22,6,-30,-20,-16,-28,-12,-30,-22,-32,30000]
    print high
    % => [754,764,757,762,750,754,753,758,757,756,752,-30000]
    % Two arrays, one of which is changed in two places, by sums and by differences.
    rows = vec[int](37)
    both = vec[int](2)
    for i = 0..36
        for j = 0..52
            if x[i,j] > 127
                rows[mod(i*j, 37)] += 1
                both[0] += x[i,j]
            else
                rows[mod(i*j, 37)] -= 1000
                both[1] -= 1
            end
        end
    end
    print sum(rows), " ", rows[0], " ", rows[5], " ", rows[36], " ", both
    % => -977017 -70946 -25975 -23973 [189842,-978]
    % A colour image: a histogram of three rows.
    image = cube[int](19, 23, 3)
    {!serial for}
    for i = 0..18
        for j = 0..22
            for c = 0..2
                image[i,j,c] = and(5*i + 11*j*j + 29*c, 63)
            end
        end
    end
    colours = mat[int](3, 64)
    for i = 0..18
        for j = 0..22
            for c = 0..2
                colours[c,image[i,j,c]] += 1
            end
        end
    end
    print sum(colours), " ", sum(colours.*colours), " ", colours[0,11], " ", colours[1,33], " ", colours[2,63]
    % => 1311 9915 6 7 13
    % Bits, by each of the three operations.
    ands = vec[int](3)
    ands[:] = 1048575
    ors = vec[int](3)
    xors = vec[int](3)
    parallel_do(size(x), x, ands, ors, xors, bitwise)
    print ands, " ", ors, " ", xors
    % => [64767,64767,64767] [0,255,510] [427,69,102]
    % No element, and none is wanted; one for all positions.
    none = vec[int](0)
    parallel_do(size(x), x, none, 255, above)
    one = vec[int](1)
    parallel_do(size(x), x, one, 200, above)
    print numel(none), " ", one[0]
    % => 0 438
    % Every place once.
    place = zeros(300)
    same = vec[int](300)
    {!serial for}
    for i = 0..299
        place[i] = mod(7*i, 300)
        same[i] = 10*i
    end
    parallel_do(300, same, same, place, twice)
    print same[0], " ", same[8], " ", same[299], " ", sum(same)
    % => 2 162 5982 897600
    few = vec[int](9)
    parallel_do(size(x), x, few, beyond)
end
