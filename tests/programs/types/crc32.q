%! features: F048
% Checksums as C writes them with unsigned numbers: CRC-32 of "123456789" is cbf43926, the check value that its catalogues give.
text = [49,50,51,52,53,54,55,56,57]
function crc : int64 = crc32(bytes : vec[int])
    crc : int64 = 0xFFFFFFFF
    for i = 0..numel(bytes)-1
        crc = xor(crc, bytes[i])
        for k = 0..7
            if and(crc, 1) == 1
                crc = xor(shr(crc, 1), 0xEDB88320)
            else
                crc = shr(crc, 1)
            end
        end
    end
    crc = xor(crc, 0xFFFFFFFF)
end
print crc32(text), " ", crc32(text) == 0xCBF43926
% => 3421780262 1
% By a table of elements of 32 bits.
table = vec[uint32](256)
function [] = __kernel__ entry(table : vec[uint32], pos : int)
    c : int64 = pos
    for k = 0..7
        c = xor(shr(c, 1), and(c, 1)*0xEDB88320)
    end
    table[pos] = c
end
parallel_do(256, table, entry)
c : int64 = 0xFFFFFFFF
for i = 0..numel(text)-1
    c = xor(table[int(and(xor(c, text[i]), 255))], shr(c, 8))
end
print xor(c, 0xFFFFFFFF)
% => 3421780262
% FNV-1a with 64 bits: of "a" it is af63dc4c8601ec8c; multiplication wraps. 0xcbf29ce484222325 is -3750763034362895579 with a sign.
function h : int64 = fnv(bytes : vec[int])
    h : int64 = -3750763034362895579
    for i = 0..numel(bytes)-1
        h = xor(h, bytes[i])*1099511628211
    end
end
print fnv([97]) == -5808556873153909620
% => 1
