#pragma loop_parallelizer off
#pragma expression_optimizer(on)
{! author name="Somebody" }
{! doc category="Tests/Settings", author="me"}
{!tuning_param name="$param_memcoalescing"; default=true}
{!kernel name="kernel"; target="gpu"}
x = 3 % a comment
# another
y = x # and one more
if $target("gpu") && $param_memcoalescing; z = 1 endif
if x then_value = 1; end
