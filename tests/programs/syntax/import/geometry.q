% Imported by import_file.q; its main must be ignored.
unit = 1
function y = area(w, h)
    y = w * h * unit
end
function [] = main()
    print "main of the imported module"
end
