% Frames of the camera of camera.c.
function [] = main(path : string)
    try
        camera = vidopen(path, 100, 80)
    catch ex
        print ex.message
    end
    camera = vidopen(path, 64, 48, 30)
    print camera.frame_width, " ", camera.frame_height, " ", camera.avg_frame_rate, " ", camera.duration_sec
    try
        other = vidopen(path)
    catch ex
        print ex.message
    end
    try
        vidseek(camera, 1)
    catch ex
        print ex.message
    end
    try
        while vidreadframe(camera)
            x = float(camera.rgb_data)
            print size(x), " ", x[0,0,0], " ", x[0,1,0], " ", x[47,63,2], " ", camera.pts, " ", camera.dropped_frames
        end
    catch ex
        print ex.message
    end
    vidclose(camera)
    camera = vidopen(path, 32, 24)
    vidlatest(camera)
    print size(camera.rgb_data), " ", camera.pts, " ", camera.dropped_frames
    vidclose(camera)
end
