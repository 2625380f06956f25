%! features: F214
%! loop: 5 parallel, 4 dimensions
function [] = main(n : int = 3)
    y = zeros(n,2,n,5)
    for a = 0..n-1
        for b = 0..1
            for c = 0..n-1
                for d = 0..4
                    y[a,b,c,d] = 1000*a + 100*b + 10*c + d
                end
            end
        end
    end
    % 30*1000*(0+1+2) + 45*100 + 30*10*(0+1+2) + 18*(0+1+2+3+4)
    print y[2,1,0,1], " ", sum(y)
    % => 2101 95580
end
