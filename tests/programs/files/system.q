% The environment, the time, other programs.
%! environment: QC_TEST_WORD=a word
%! environment: TZ=UTC
function [] = tell(f : [() -> ()])
    try
        f()
        print "no error"
    catch ex
        print ex
    end
end
print getenv("QC_TEST_WORD"), "|", getenv("QC_TEST_NOTHING"), "|", getenv("QC_TEST_NOTHING", "instead"), "|", getenv("")
% => a word||instead|
print datestr(0), "|", datestr(951782400, "%d.%m.%Y"), "|", datestr(-1, "%H:%M:%S"), "|", datestr(0, "")
% => 1970-01-01 00:00:00|29.02.2000|23:59:59|
print time() > 1700000000
% => 1
print "first"
print system("echo second"), system("exit 3"), system("kill -9 $$")
% => first
% => second
% => 03137
print systemtext("echo one; echo; echo two"), "|", systemtext("true"), "|"
% => one
% =>
% => two||
print systemtext(strcat("printf %s ", shellquote("it's  $HOME")))
% => it's  $HOME
function [] = failing()
    print systemtext("echo lost; exit 3")
end
tell(failing)
% => systemtext: the command ends with exit code 3
function [] = too_far()
    big = vec[int64](1)
    big[0] = 4611686018427387904
    print datestr(2*big[0] - 1)
end
tell(too_far)
% => datestr: 9223372036854775807 seconds are beyond the years that there are
% Nothing comes from a place where nobody writes.
print feof(0), fgets(0), feof(0)
% => 11
function [] = no_output()
    fprintf(0, "x")
end
tell(no_output)
% => cannot write 'standard input': it is open for reading only
