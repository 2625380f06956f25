%! features: F044
{!kernel_tiling dims=[1,32]; mode="local"; target="cpu"}
{! kernel_tiling dims=[1,32], mode="local", target="cpu"}
{!kernel_tiling dims=} %~ E0102 expected an expression
{!} %~ E0101 expected the name of an attribute
x = 1
