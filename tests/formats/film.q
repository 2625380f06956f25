% Compares a film that a library decodes with the same frames as y4m: all frames, then places in both directions.
function [] = main(film : string, planes : string)
    a = vidopen(film)
    b = vidopen(planes)
    print a.frame_width == b.frame_width, a.frame_height == b.frame_height, abs(a.avg_frame_rate - b.avg_frame_rate) < 0.001
    print abs(a.duration_sec - b.duration_sec) < 0.1
    count = 0
    worst = 0
    while vidreadframe(b)
        more = vidreadframe(a)
        if more != 1
            error("the film ends after ", count, " frames")
        endif
        worst = max(worst, max(abs(float(a.rgb_data) - float(b.rgb_data))))
        assert(abs(a.pts - b.pts) < 0.001, "the time of a frame")
        count += 1
    end
    print count, vidreadframe(a)
    for seconds = [1.0, 0.04, 1.96, 0.5, 0, 2.96, 1.5, 1.48, 0.99, 2.2]
        vidseek(a, seconds)
        vidseek(b, seconds)
        for frame = 0..2
            more = vidreadframe(b)
            assert(vidreadframe(a) == more, "the end behind a place")
            worst = max(worst, max(abs(float(a.rgb_data) - float(b.rgb_data))))
            assert(abs(a.pts - b.pts) < 0.001, "the time behind a place")
        end
    end
    vidseek(a, 100)
    print vidreadframe(a), worst <= 2
    vidclose(a)
    vidclose(b)
end
