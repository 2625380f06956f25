% Several results of a library function in a program that has a class.
type reading : mutable class
    hours : int
    unit : string
end
function [] = main()
    r = reading(hours:=0, unit:="")
    [h, u] = sscanf("12 km", "%d %s")
    r.hours = h
    r.unit = u
    print r
    % => {hours: 12, unit: "km"}
    [r.hours, r.unit] = sscanf("7 m", "%d %s")
    print r.hours, r.unit
    % => 7m
end
