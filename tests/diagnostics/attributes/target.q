t = "gpu"
if numel(imread("a.png")) > 3
    t = "cpu"
end
print $target("gpo")     %~ E0623 there is no platform `gpo`
print $target(t)         %~ E0313 the platform must be a text that is known at compile time
print $target()          %~ E0401 `$target` takes 1 argument, and 0 are given
