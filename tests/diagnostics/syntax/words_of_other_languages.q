% Statements that other languages have; each is one mistake.
x = 3
def f(x): %~ E0104 expected the end of the statement
var y = 3 %~ E0104 expected the end of the statement
const z = 3 %~ E0104 expected the end of the statement
global x %~ E0104 expected the end of the statement
throw "text" %~ E0104 expected the end of the statement
import numpy %~ E0101 expected the file to import
y = new point(3) %~ E0104 expected the end of the statement
y = 1 if x > 2 else 0 %~ E0104 expected the end of the statement
f = lambda a: a %~ E0104 expected the end of the statement
class point %~ E0104 expected the end of the statement
