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
syn keyword quasarFunction diagm dictionary_hash_integer dictionary_hash_number dictionary_hash_text dictionary_nearest dir disp dotprod eig
syn keyword quasarFunction erf erfc erfcinv erfinv error eval exists exit exp exp2 exr_channels exr_read exrwrite eye factorial fclose feof
syn keyword quasarFunction fft1 fft2 fft3 fftn fgetpos fgets figure.addPoint figure.connect figure.rasterize filesize filetime find float
syn keyword quasarFunction floor fopen form_add form_event form_get form_icon form_open form_set form_set_text form_text fprint fprintf frac
syn keyword quasarFunction fread fromascii fromunicode fscanf fsetpos fwrite getenv herm_transpose hold horzcat ifft1 ifft2 ifft3 ifftn imag
syn keyword quasarFunction imread imshow imwrite ind2pos indmax indmin inv irealfft1 irealfft2 irealfft3 irealfftn iscomplex isempty isfile
syn keyword quasarFunction isfinite isfolder isinf isnan isreal isscalar json_integer json_member json_number json_parse json_place
syn keyword quasarFunction json_quote json_string kron legend lerp lgamma linspace load log log10 log2 logdet lower lsolve lu max
syn keyword quasarFunction max_block_size maxdim maxvalue mean median memfence min mindim minvalue mirror_ext mkdir mod movefile ndims new
syn keyword quasarFunction nextpow2 norm not num2str numel ones opt_block_cnt opt_block_size or parallel_do pause periodize pi pinv plot
syn keyword quasarFunction pos2ind pow printf prod progress pwd qr rand randn rank real regexp_groups regexp_match regexp_names regexp_split
syn keyword quasarFunction regexp_start regexprep repmat reshape rmdir round rsqrt saturate save scatter schedule seed serial_do shared
syn keyword quasarFunction shared_zeros shl shr shuffledims sign sin sinh size sizeof sort sprintf sqrt squeeze sscanf std str2num strcat
syn keyword quasarFunction strfind strjoin strlen strrep strsplit strtrim struct subplot substr sum svd symeig sync_framerate syncthreads
syn keyword quasarFunction system systemtext tan tanh tempfolder tgamma tic tiff_pages tiff_read tiffwrite time title toascii toc tounicode
syn keyword quasarFunction trace transpose typename uninit uninit_T unique upper var vertcat video_close video_facts video_frame video_open
syn keyword quasarFunction video_seek xlabel xlim xor ylabel ylim zeros

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
