% A parameter whose default is true or false is given by its name alone; --no- puts it off. Texts are collected.
%! args: --verbose x --no-cache --define a=1 --dry-run=true --define=b
function [] = main(verbose = false, cache : int = true, dry_run = false, quiet = false, keep = true, define : vec[string], ...files)
    print verbose, cache, dry_run, quiet, keep, " ", define, files
end
% => 10101 ["a=1","b"]["x"]
