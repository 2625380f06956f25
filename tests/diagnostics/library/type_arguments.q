% Functions of a type take the name of a type of numbers.
x = maxvalue(3) %~ E0404 needs the name of a type of numbers
y = minvalue(string) %~ E0404 needs the name of a type of numbers
z = maxvalue() %~ E0401 takes one argument
a = uninit_T(3, 2) %~ E0404 needs the name of a type of numbers
b = cast(2.5) %~ E0401 takes a value and a type
c = cast("a", int) %~ E0404 `cast` takes
d = cast([1i], int) %~ E0404 `cast` takes
e = cast(2.5, uint8) %~ E0404 there are no variables of type `uint8`
h = cast(5, uint32) %~ E0404 there are no variables of type `uint32`
uint8 = 3
f = maxvalue(uint8) %~ E0404 needs the name of a type of numbers
g = maxvalue(cscalar) %~ E0404 needs the name of a type of numbers
