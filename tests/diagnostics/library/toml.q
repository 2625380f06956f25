% What has no text in TOML, which is a table of names.
a = tomlencode(3) %~ E0404 a `int` has no text in TOML
b = tomlencode([1, 2]) %~ E0404 has no text in TOML
c = tomldecode("a = 1", 0) %~ E0404 a `int` has no text in TOML
d = tomlread("a.toml", vec(0)) %~ E0404 has no text in TOML
tomlwrite("a.toml", 1i) %~ E0404 a `cscalar` has no text in TOML
e = tomldecode("a = 1") %~ E0401
