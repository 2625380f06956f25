% A limit that is no number of bytes is told before anything runs.
%! environment: QC_KERNEL_MEMORY=plenty
print "not reached"
%! exit: 1
%! stderr: error: QC_KERNEL_MEMORY must be a number of bytes such as 65536, 64k, 512M or 2G, not 'plenty'
