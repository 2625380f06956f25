% A table is drawn as a figure.
%! reads: in.csv
%! writes: figure-1.svg
function [] = main(input : string, output : string)
    try
        x = csvread(input)
        plot(x[0,:])
        print "written"
    catch ex
        print "caught"
    end
end
