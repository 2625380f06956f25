% All pages of a TIFF file are read and written.
%! reads: in.tif
%! writes: out.tif
function [] = main(input : string, output : string)
    try
        x = tiffread(input).slices
        tiffwrite(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
