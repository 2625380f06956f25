% Names that a file keeps are unknown outside of it, and what is to be written is said.
import "import/shapes.q" as shapes
print area(2.0) %~ E0204 unknown function `area`
print half(2.0) %~ E0204 unknown function `half`
x : figure = shapes.figure(side:=1) %~ E0205 unknown type `figure`
