import "Quasar.Video.dll"
function [] = main()
    stream = vidopen("movie.mp4")
    fps = stream.avg_frame_rate
    frames = 0
    mean_image = zeros(stream.height, stream.width, 3)
    sync_framerate(fps)
    while vidreadframe(stream)
        frame = float(stream.rgb_data)
        mean_image = mean_image*0.95 + frame*0.05
        motion = abs(frame - mean_image)
        motion[motion < 16] = 0
        peak = max(motion)
        {!serial for}
        for k = 0..2
            if peak > 0; motion[:,:,k] = motion[:,:,k] / peak * 255; end
        end
        frames += 1
        if frames == 1000; break; endif
    endwhile
    print "frames: ", frames, ", fps: ", fps
    vidclose(stream);
end
