% Strings as the codes of their characters.
print toascii("AZ az"), " ", fromascii([81, 117, 97])
% => [65,90,32,97,122] Qua
print tounicode("a€"), " ", fromunicode([8364, 49])
% => [97,8364] €1
v = toascii("abc")
print fromascii(v - 32)
% => ABC
try
    print toascii("a€")
catch ex
    print ex
end
% => toascii: '€' is not an ASCII character; use tounicode
try
    print fromascii([65, 200])
catch ex
    print ex
end
% => fromascii: 200 is the code of no character
