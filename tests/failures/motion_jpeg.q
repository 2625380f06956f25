% A frame of a film of JPEG pictures becomes a picture.
%! reads: in.avi
%! writes: out.png
import "Quasar.Video.dll"
function [] = main(input : string, output : string)
    try
        stream = vidopen(input)
        vidreadframe(stream)
        vidreadframe(stream)
        imwrite(output, stream.rgb_data)
        vidclose(stream)
        print "written"
    catch ex
        print "caught"
    end
end
