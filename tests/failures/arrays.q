% Arrays are reduced, accumulated, picked from and put together.
%! reads: in.npy
%! writes: out.npy
function [] = main(input : string, output : string)
    try
        x = load(input)
        m = x[:,:,0]
        long = reshape(x, [1,numel(x)])
        y = repmat(m, [2,1])[10..169,:] + circshift(m, [3,5]) + transpose(reshape(m, [200,160]))
        picked = mod(0..7..70000, numel(x))
        z = long[picked]
        big = long > 200
        z[0] += sum(long[big]) + median(long) + dotprod(long, long)
        long[big] = 0
        places = find(m > 100)
        c = cumsum(x, 0) + cumsum(x, 1) + cumprod(x/256, 2)
        line = cumsum(long) + cummax(long)
        s = sum(x, 0) + median(x, 0)
        wide = horzcat(m, m)
        cells = {m, z, "text"}
        list = vec[int](0)
        for k = 0..40000
            list = append(list, k)
        end
        list = append(list, list)
        y[0,0] += size(places, 0) + strlen(sprintf("%v", cells)) + s[0,0,0] + line[7] + c[5,5,1] + wide[3,300] + std(long) + list[40001]
        y[:,1] = shuffledims(x, [1, 0, 2])[0..159,2,1]
        save(output, y)
        print "written"
    catch ex
        print "caught"
    end
end
