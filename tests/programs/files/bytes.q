% Numbers in files: types, order of bytes, saturation.
f = fopen("a.bin", "w+")
fwrite(f, [1, 2, 300, -5])
fwrite(f, [258, -2], "int16")
fwrite(f, 0.5, "float32")
fwrite(f, [[1, 2], [3, 4]], "uint8")
print fgetpos(f)
% 4 bytes, 2·2, 4, 4
% => 16
fsetpos(f, 0)
print fread(f, 4)
% uint8 saturates
% => [1,2,255,0]
print fread(f, 2, "uint8")
% 258 = 2 + 1·256, the low byte first
% => [2,1]
print fread(f, 1, "int16")
% => [-2]
print fread(f, 1, "float32")
% => [0.5]
print fread(f, 100)
% => [1,2,3,4]
print numel(fread(f, 1)), feof(f)
% => 01
fclose(f)
