% What has no text in JSON, and what says no type.
a = jsonencode(1i) %~ E0404 a `cscalar` has no text in JSON
b = jsonencode(zeros(2, 2, 2)) %~ E0404 has no text in JSON
c = jsonencode(x -> x + 1) %~ E0404 has no text in JSON
d = jsondecode("[1]", {1, "a"}) %~ E0404 has no text in JSON
e = jsondecode("1") %~ E0401
f = jsondecode("{}", object()) %~ E0404 has no text in JSON
