% Module: inttypes
% Vectors of small integers that fill a 32-bit word, and arrays of such integers as scalars.
% Their elements are computed as ints; what is stored is rounded to nearest and saturates.
{!doc category="Types"}

% Four bytes.
type i8vec4 : vec[int8](4)
type u8vec4 : vec[uint8](4)

% Two half words.
type i16vec2 : vec[int16](2)
type u16vec2 : vec[uint16](2)

% Function: uint8_to_float
% The same numbers, 0 to 255, as scalars.
%
% Parameters:
% x - an array of uint8, or an int
% > uint8_to_float(vec[uint8](2)) == [0.0,0.0]
function y = __device__ uint8_to_float(x)
    y = 1.0*x
end

% Function: uint16_to_float
% The same numbers, 0 to 65535, as scalars.
%
% Parameters:
% x - an array of uint16, or an int
% > uint16_to_float(vec[uint16](2)) == [0.0,0.0]
function y = __device__ uint16_to_float(x)
    y = 1.0*x
end
