//! What the text looks like.

use super::cases;
use super::emulated::program_of;
use crate::cuda;

fn kernel(name: &str) -> String {
    let cases: Vec<_> = cases::all()
        .into_iter()
        .filter(|case| case.name == name)
        .collect();
    let text = cuda::module(
        &program_of(&cases),
        cuda::TextStyle::Readable(None),
        cuda::Arithmetic::EXACT,
    );
    let start = text.find(&format!("// {name},")).expect("the kernel");
    text[start..].to_string()
}

#[test]
fn a_kernel_reads_like_its_source() {
    let expected = "\
// rank_2, test.q:1
extern \"C\" __global__ void rank_2_0(const qc_launch launch, const qc_array x0)
{
    int* const x0_data = (int*)x0.data;
    _Pragma(\"unroll 1\")
    for (unsigned int p0 = Q_FIRST(y); p0 < Q_EXTENT(0); p0 += Q_STRIDE(y)) {
        _Pragma(\"unroll 1\")
        for (unsigned int p1 = Q_FIRST(x); p1 < Q_EXTENT(1); p1 += Q_STRIDE(x)) {
            const int i0 = q_position(p0);
            const int i1 = q_position(p1);
            const int v8 = q_mul(q_add(q_mul((int)x0.numel, x0.dims[0]), i0), x0.dims[1]);
            // 1:
            x0_data[(long long)i0 * x0.dims[1] + i1] = q_add(v8, i1);
        }
    }
}
";
    let found = kernel("rank_2");
    assert_eq!(found, expected, "{found}");
}
