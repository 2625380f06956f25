% A picture is read and written.
%! reads: in.jpg
%! writes: out.jpg
function [] = main(input : string, output : string)
    try
        x = imread(input)
        imwrite(output, x)
        print "written"
    catch ex
        print "caught"
    end
end
