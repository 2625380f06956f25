% Module: system
% What the original system defines for every program. Its functions are built into qc; importing it changes nothing.
