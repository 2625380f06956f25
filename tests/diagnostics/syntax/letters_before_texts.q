n = 3
print(f"n = {n}") %~ E0101 expected `,` or `)`
print f"n = {n}" %~ E0104 expected the end of the statement
s = r"abc" %~ E0104 expected the end of the statement
