% A film that is not there.
try
    stream = vidopen("no.y4m")
catch ex
    print ex.message
end
% => cannot read 'no.y4m': there is no such file here or in QUASAR_DATA
