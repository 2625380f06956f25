% Module: exr
% OpenEXR files as the original system's exr_lib.dll reads them.
% It is there without an import where a program names exrread.
{!doc category="Files"}

% An EXR file that was read: the numbers of a layer, and the names of all channels of the file.
type qexr : class
    data : cube
    channels : vec[string]
endtype

% Function: exrread
% Reads the colours of an EXR file, or the channels of one of its layers, or one channel, as height x width x channels.
% > exrwrite("a.exr", ones(2,3,3)/4); x = exrread("a.exr"); sum(x.data) == 4.5
function [file : qexr] = exrread(path : string, layer : string = "")
    file = qexr(data := exr_read(path, layer), channels := exr_channels(path))
end
