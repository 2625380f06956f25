% The mistake lies in the call, and shows in the function that is called.
import "import/turned.q"
print turned([1,2])
print turned(3)
