%! features: F188
% No diagnostic without `-W unknown-attribute`.
{!optimise_harder level=3, with="care"; deeper}
function [] = f(x)
    {!kernel_tilling dims=[32,16]}
    print x
end
f(3)
% => 3
