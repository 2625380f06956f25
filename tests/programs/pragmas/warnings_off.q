%! features: F380
%! flags: --set=COMPILER_DISPLAY_WARNINGS=False
% The loop stays serial, which gives a warning otherwise (see loops/warning_serial.q): here nothing is said.
function [] = main(n : int = 3000)
    x = ones(n)
    for i = 1..n-1
        x[i] = x[i] + x[i-1]
    end
    print x[n-1]
end
% => 3000
