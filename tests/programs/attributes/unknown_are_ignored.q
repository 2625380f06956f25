%! features: F188
%! flags: -W unknown-attribute
%! warns: there is no code attribute `optimise_harder` line 6
%! warns: there is no code attribute `kernel_tilling` line 9
%! warns: did you mean `kernel_tiling`? line 9
{!optimise_harder level=3}
function [] = f(x)
    % Without `-W` nothing is said: see the next file.
    {!kernel_tilling dims=[32,16]}
    print x
end
f(3)
% => 3
