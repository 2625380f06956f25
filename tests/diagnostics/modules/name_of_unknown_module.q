% An error only where a name is used that nobody defines.
import "Other.dll" %~ W0201 Other.dll
x = frobnicate(1) %~ E0204 frobnicate
