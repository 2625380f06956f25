% The three samples as one program: denoise, tone-map, find the edges. With its imports it has more than 200 lines of
% code; `bench/latency.py` measures how long it takes to compile.
import "../../samples/denoise.q"
import "../../samples/edges.q"
import "../../samples/tonemap.q"

function [] = main(input : string, output : string)
    photo = imread(input)
    clean = non_local_means(photo, brightness(photo), 133.0)
    light = log(luminance(clean))
    base = bilateral(light, 5.0, range_sigma)
    gain = exp(-0.5*(base - max(base)))
    for m = 0..size(photo,0)-1
        for n = 0..size(photo,1)-1
            clean[m,n,0..2] = min(clean[m,n,0..2]*gain[m,n], 255.0)
        end
    end
    label = ridges(smooth(luminance(clean), gaussian(1.4)), 4.0, 10.0)
    repeat
        [label, changed] = grow(label)
    until changed == 0
    imwrite(output, 255*(label == 2))
end
