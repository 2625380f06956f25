#pragma loop_paralleliser off    %~ W0621 there is no pragma `loop_paralleliser`
#pragma optimise_harder          %~ W0621 there is no pragma `optimise_harder`
x = ones(3)
print x
