{parallel for} %~ E0101 expected `,` or `}`
for k = 0..3
    print k
end
