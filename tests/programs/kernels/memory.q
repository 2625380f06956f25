% Dynamic kernel memory: arrays whose sizes only running tells, made by positions of a kernel. QC_KERNEL_MEMORY limits how much of it is
% held at once: an array of exactly the limit fits, each position and each launch gives back what it took, host code is not counted.
%! features: F300
%! environment: QC_KERNEL_MEMORY=4k
function [] = __kernel__ fill(y : vec, n : int, pos : int)
    a = zeros(n)
    for i = 0..n-1
        a[i] = i + pos
    end
    y[pos] = a[0] + a[n-1]
end
function [] = __kernel__ two(y : vec, n : int, m : int, pos : int)
    a = zeros(n)
    a[n-1] = pos
    b = zeros(m)
    b[m-1] = a[n-1]
    y[pos] = a[n-1] + b[m-1]
end
function [] = main(n : int = 1024)
    y = zeros(6)
    % 1024 numbers of four bytes are the limit. Six positions hold them one after the other: 0 + (n-1) + 2*pos.
    parallel_do(6, y, n, fill)
    print y
    % => [1023,1025,1027,1029,1031,1033]
    serial_do(2, y, n, fill)
    % Two arrays of one position: 4000 + 96 bytes.
    parallel_do(6, y, n - 24, 24, two)
    print y
    % => [0,2,4,6,8,10]
    try
        parallel_do(6, y, n + 1, fill)
    catch ex
        print ex.message
        % => the memory for arrays made inside kernels is used up: 4100 bytes asked for, 0 in use, the limit is 4096; raise QC_KERNEL_MEMORY, or make the array outside of the kernel
        print ex.line
        % => 6
    end
    % What positions hold at once counts, and an error leaves nothing behind.
    for k = 1..3
        try
            parallel_do(6, y, n - 24, 25, two)
        catch ex
            print ex.message, " in line ", ex.line
        end
    end
    % => the memory for arrays made inside kernels is used up: 100 bytes asked for, 4000 in use, the limit is 4096; raise QC_KERNEL_MEMORY, or make the array outside of the kernel in line 15
    % => the memory for arrays made inside kernels is used up: 100 bytes asked for, 4000 in use, the limit is 4096; raise QC_KERNEL_MEMORY, or make the array outside of the kernel in line 15
    % => the memory for arrays made inside kernels is used up: 100 bytes asked for, 4000 in use, the limit is 4096; raise QC_KERNEL_MEMORY, or make the array outside of the kernel in line 15
    % After an error, host code makes what it likes, and kernels have the whole limit again.
    big = ones(100, n)
    print sum(big)
    % => 102400
    parallel_do(6, y, n, fill)
    print y
    % => [1023,1025,1027,1029,1031,1033]
end
%! warns: the kernel `fill` needs dynamic kernel memory line 6
