% A text becomes long and is taken apart and joined in every way.
%! reads: in.txt
%! writes: out.npy
function [] = main(input : string, output : string)
    try
        f = fopen(input)
        text = fgets(f)
        fclose(f)
        for k = 1..12
            text = strcat(text, "; ") + text
        end
        words = strsplit(text, "; ")
        lines = strjoin(words, "\n")
        loud = upper(lines)
        quiet = lower(loud)
        both = sprintf("%s|%s", strrep(quiet, "line", "a line"), strtrim(strcat(" ", loud, " ")))
        rest = substr(both, 10, 70000)
        shown = strcat(sprintf("%v", words[0..500]), num2str(strlen(rest)))
        [first, second] = sscanf(rest, "%s %s")
        copy = fromunicode(tounicode(rest))
        again = fromascii(toascii(copy))
        try
            error(rest)
        catch longer
            shown = strcat(shown, "!")
        end
        if again == rest && strfind(text, "nowhere") < 0
            save(output, toascii(strcat(again, shown, first)))
            print "written"
        end
    catch ex
        print "caught"
    end
end
