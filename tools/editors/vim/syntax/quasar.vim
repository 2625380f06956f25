" Vim syntax file: Quasar, an array language for images. The lists of words are compared with the compiler's tables by
" `cargo test -p qc-lsp --test grammars`.
if exists("b:current_syntax")
  finish
endif

syn keyword quasarKeyword break catch continue else elseif end endfor endfunction endif endmacro endmatch endtry endtype endwhile for
syn keyword quasarKeyword function if import macro match memfence reduction repeat return syncthreads try until while
syn keyword quasarSoftKeyword class dynamic enum mutable print symbolic type where with
syn keyword quasarConstant false null nullptr true
syn keyword quasarQualifier __device__ __host__ __kernel__
syn keyword quasarType ccube cellcube cellmat cellvec cmat cscalar cube cvec icube imat int int16 int32 int64 int8 ivec lambda_expr
syn keyword quasarType mat object qexception scalar string thread_block type uint16 uint32 uint64 uint8 vec
syn match quasarType "\<[ci]\?\%(vec\|mat\|cube\)\d\+\%(x\d\+\)*\>"
syn keyword quasarFunction $target abs acos acosh all and angle any append argsort asin asinh assert atan atan2 atanh blas_amax blas_amin
syn keyword quasarFunction blas_asum blas_axpy blas_chol blas_cholsolve blas_dot blas_geam blas_gemm blas_gemv blas_gesvd blas_hermtranspose
syn keyword quasarFunction blas_lu blas_lubatched blas_lumatinvbatched blas_lusolve blas_lusolvebatched blas_matinvbatches blas_nrm2 blas_q
syn keyword quasarFunction blas_qr blas_scal blas_transpose blas_trsv blas_version cast cat cd ceil chol circshift clamp complex cond conj
syn keyword quasarFunction copy copyfile cos cosh csvread csvwrite cummax cummin cumprod cumsum czeros datestr deepcopy delete det diag
syn keyword quasarFunction diagm dictionary_append dictionary_hash_integer dictionary_hash_number dictionary_hash_text dictionary_nearest dir disp dotprod eig
syn keyword quasarFunction erf erfc erfcinv erfinv error eval exists exit exp exp2 exr_channels exr_read exrwrite eye factorial fclose feof
syn keyword quasarFunction fft1 fft2 fft3 fftn fgetpos fgets figure.addPoint figure.connect figure.rasterize fileread filesize filetime
syn keyword quasarFunction filewrite find float floor fopen form_add form_event form_get form_icon form_open form_set form_set_text
syn keyword quasarFunction form_text fprint fprintf frac fread fromascii fromunicode fscanf fsetpos fwrite getenv herm_transpose hold
syn keyword quasarFunction horzcat ifft1 ifft2 ifft3 ifftn imag imread imshow imwrite ind2pos indmax indmin inv irealfft1 irealfft2
syn keyword quasarFunction irealfft3 irealfftn iscomplex isempty isfile isfinite isfolder isinf isnan isreal isscalar json_integer
syn keyword quasarFunction json_member json_number json_parse json_place json_quote json_string kron legend lerp lgamma linspace load log
syn keyword quasarFunction log10 log2 logdet lower lsolve lu max max_block_size maxdim maxvalue mean median memfence min mindim minvalue
syn keyword quasarFunction mirror_ext mkdir mod movefile ndims new nextpow2 norm not num2str numel ones opt_block_cnt opt_block_size or
syn keyword quasarFunction parallel_do pause periodize pi pinv plot pos2ind pow printf prod progress pwd qr rand randn rank real
syn keyword quasarFunction regexp_groups regexp_match regexp_names regexp_split regexp_start regexprep repmat reshape rmdir round rsqrt
syn keyword quasarFunction saturate save scatter schedule seed serial_do shared shared_zeros shl shr shuffledims sign sin sinh size sizeof
syn keyword quasarFunction sort sprintf sqrt squeeze sscanf std str2num strcat strfind strjoin strlen strrep strsplit strtrim struct subplot
syn keyword quasarFunction substr sum svd symeig sync_framerate syncthreads system systemtext tan tanh tempfolder tgamma tic tiff_pages
syn keyword quasarFunction tiff_read tiffwrite time title toascii toc toml_json toml_places toml_text tounicode trace transpose typename
syn keyword quasarFunction uninit uninit_T unique upper var vertcat video_close video_facts video_frame video_open video_seek xlabel xlim
syn keyword quasarFunction xor ylabel ylim zeros

syn match quasarModifierMark "[A-Za-z0-9_\])}]\zs'" nextgroup=quasarModifier
syn keyword quasarModifier contained checked circular clamped col const double half hwconst hwtex_const hwtex_linear hwtex_nearest mirror nocopy
syn keyword quasarModifier contained row safe sat single unchecked
syn region quasarAttributes start="{!" end="}" oneline contains=quasarAttribute,quasarString,quasarNumber,quasarConstant
syn keyword quasarAttribute contained author auto_inline auto_specialize command doc export extern kernel kernel_accumulator kernel_arg kernel_fusion
syn keyword quasarAttribute contained kernel_tiling kernel_transform parallel private sched serial specialize tuning_param unroll

syn match quasarNumber "\<\d\+\%(\.\.\@!\d*\)\?\%([eE][-+]\?\d\+\)\?[ij]\?\>"
syn match quasarNumber "\<0[xX]\x\+\>"
syn match quasarMeta "\$\w\+"
syn match quasarPragma "#pragma\>"
syn match quasarDefinition "\%(\<function\>.*\)\@<=\<\w\+\ze\s*("
syn region quasarString start=+"+ end=+"\|$+
syn keyword quasarTodo contained TODO FIXME NOTE
syn match quasarComment "%.*$" contains=quasarTodo,@Spell

hi def link quasarKeyword Statement
hi def link quasarSoftKeyword Statement
hi def link quasarConstant Constant
hi def link quasarQualifier StorageClass
hi def link quasarType Type
hi def link quasarFunction Function
hi def link quasarModifier StorageClass
hi def link quasarModifierMark Delimiter
hi def link quasarAttributes PreProc
hi def link quasarAttribute PreProc
hi def link quasarNumber Number
hi def link quasarMeta Special
hi def link quasarPragma PreProc
hi def link quasarDefinition Identifier
hi def link quasarString String
hi def link quasarTodo Todo
hi def link quasarComment Comment

let b:current_syntax = "quasar"
