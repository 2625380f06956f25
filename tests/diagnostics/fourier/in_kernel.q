x = zeros(4,4)
y = zeros(4)
parallel_do(4, __kernel__ (pos : int) -> y[pos] = abs(fft1(x)[pos,0])) %~ E0503 `fft1` does not exist in kernel and device functions
