%! features: F044
% Separators may be commas or semicolons, a blank may follow the sign.
{!author name="someone"}
{! doc category="Test/Attributes"}
{!kernel name="k"; target="cpu"}
function y = f(x)
    {!kernel_tiling dims=[32,16,1], mode="global"; target="gpu"}
    y = x + 1
end
print f(1)
% => 2
{!an_attribute that nobody="knows"}
print "ignored"
% => ignored
