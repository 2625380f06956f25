% Module: tiff
% TIFF files of several pages as the original system's TIFFIO.dll reads them.
% It is there without an import where a program names tiffread.
{!doc category="Files"}

% A TIFF file that was read: pages behind each other along the third dimension, and how many the file has.
type qtiff : class
    slices : cube
    pages : int
endtype

% Function: tiffread
% Reads pages of a TIFF file, by default all; the numbers are those of the file. A page of colours is three slices.
% > tiffwrite("a.tif", ones(2,3,4)); x = tiffread("a.tif", 1..2); size(x.slices,2) == 2
function [file : qtiff] = tiffread(path : string, pages : vec = [])
    file = qtiff(slices := tiff_read(path, pages), pages := tiff_pages(path))
end
