print sum("a") %~ E0404 `sum` takes an array of numbers, not a `string`
print cumsum(zeros(2,2), "a") %~ E0301 a dimension is a `string`
print max("a", 3) %~ E0404 `max` takes a number or an array of numbers
print transpose("a") %~ E0404 `transpose` takes an array
print repmat("a", [1,2]) %~ E0404 `repmat` takes an array
print int("a") %~ E0404 `int` takes a number
print eye("a") %~ E0301 a size is a `string`
print zeros("a") %~ E0301 a size is an int, not a `string`
print sum(x := [1,2]) %~ E0403 no named arguments
print sprintf(3) %~ E0404 `sprintf` takes a format string first
