% The colours of an EXR file are read and written.
%! reads: in.exr
%! writes: out.exr
function [] = main(input : string, output : string)
    try
        x = exrread(input).data
        exrwrite(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
