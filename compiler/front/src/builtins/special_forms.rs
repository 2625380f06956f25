//! The functions that are not rows of [`super::ROWS`]: what the checker knows by name, since their arguments are types, functions, or
//! anything at all.
//!
//! *Invariant:* rows only, with the same documentation as the others.

use super::Where;

/// A row.
#[derive(Debug)]
pub struct SpecialFormRow {
    /// Which.
    pub form: SpecialForm,
    /// Its name in Quasar.
    pub name: &'static str,
    /// The signature, in Quasar.
    pub signature: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Where it may be called.
    pub place: Where,
}

macro_rules! special_forms {
    ($( $form:ident $name:literal $signature:literal $place:ident $doc:literal; )*) => {
        /// One of these functions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the rows tell what they do")]
        pub enum SpecialForm { $( $form, )* }

        /// All of them.
        pub const SPECIAL_FORMS: &[SpecialFormRow] = &[ $( SpecialFormRow {
            form: SpecialForm::$form, name: $name, signature: $signature, doc: $doc, place: Where::$place,
        }, )* ];
    };
}

special_forms! {
    Zeros "zeros" "x = zeros(dims...)" Anywhere "An array of zeros; zeros(n) is a vector. The extents may be a vector, as size gives it. > zeros(2) == [0,0]";
    Ones "ones" "x = ones(dims...)" Anywhere "An array of ones. > ones(2) == [1,1]";
    Uninit "uninit" "x = uninit(dims...)" Anywhere "An array of which nothing is known before its elements are stored. > size(uninit(2,3), 1) == 3";
    Vec "vec" "x = vec[T](n)" Anywhere "A vector of zeros of a type of elements, by default scalar; see uninit for one that is not filled. > vec[int](2) == [0,0]";
    Mat "mat" "x = mat[T](h, w)" Anywhere "A matrix of zeros of a type of elements. The extents may be a vector, as size gives it. > size(mat[uint8](2,3), 1) == 3";
    Cube "cube" "x = cube[T](h, w, k)" Anywhere "A cube of zeros of a type of elements; cube{n}[T] has n dimensions. > size(cube(2,3,4), 2) == 4";
    Pi "pi" "pi" Anywhere "The number; a variable may have the name. > abs(pi - 3.1415927) < 1e-6";
    UninitOf "uninit_T" "x = uninit_T(type, dims...)" Host "As uninit, with elements of a type of numbers. > numel(uninit_T(uint8, 2, 3)) == 6";
    ComplexZeros "czeros" "x = czeros(dims...)" Anywhere "An array of complex zeros. > czeros(2) == [0+0i,0+0i]";
    Print "print" "print(a, ...)" Host "Writes values one after another, and a newline.";
    Disp "disp" "disp(x)" Host "As print.";
    Error "error" "error(message, ...)" Anywhere "Raises an exception with a text made of the values; in kernels and device functions the text is a constant.";
    Assert "assert" "assert(condition, message)" Anywhere "Raises an exception where a condition does not hold; one that is known when compiling is decided there.";
    Object "object" "o = object()" Host "A new object, whose fields are made by assigning them.";
    Struct "struct" "o = struct()" Host "Another name of object.";
    Type "type" "t = type(x) | type(x, \"T\")" Anywhere "The type of a value, or 1 where it is of that type. > type(2.5, \"scalar\") == 1";
    TypeName "typename" "x = typename(T)(dims...)" Host "The type that an expression gives, to make values of it.";
    New "new" "x = new(type)" Host "A value of a type: 0, an empty string, an array of zeros, a class with such fields. > new(int) == 0";
    Eval "eval" "y = eval(text)" Anywhere "What a program text gives, which is one constant: it is read when compiling, as if it stood there. > eval(\"1+2\") == 3";
    IsScalar "isscalar" "y = isscalar(x)" Anywhere "1 for a number. > isscalar(2.5) == 1";
    IsReal "isreal" "y = isreal(x)" Anywhere "1 for real numbers and arrays of them. > isreal(2i) == 0";
    IsComplex "iscomplex" "y = iscomplex(x)" Anywhere "1 for complex numbers and arrays of them. > iscomplex(2i) == 1";
    SizeOf "sizeof" "n = sizeof(type)" Anywhere "The bytes of a number of a type, or of the type of a number; of an array its extents. > sizeof(uint16) == 2";
    MaxValue "maxvalue" "x = maxvalue(type)" Anywhere "The greatest finite value of a type of numbers. > maxvalue(uint8) == 255";
    MinValue "minvalue" "x = minvalue(type)" Anywhere "The least finite value of a type of numbers. > minvalue(int8) == -128";
    Cast "cast" "y = cast(x, type)" Anywhere "A number as an int (toward zero), a scalar or a complex number; an array with elements of that type, of which small integers are rounded and limited as in every store. > cast(2.7, int) == 2";
    ParallelDo "parallel_do" "y = parallel_do(dims, a, ..., kernel)" Anywhere "Runs a kernel for each position; gives its outputs.";
    SerialDo "serial_do" "y = serial_do(dims, a, ..., kernel)" Anywhere "Runs a kernel for one position after the other.";
    Schedule "schedule" "i = schedule(dims, a, ..., {k, ...})" Anywhere "The index of the kernel that suits the device among several.";
}

/// The row of that name.
pub fn find(name: &str) -> Option<&'static SpecialFormRow> {
    SPECIAL_FORMS.iter().find(|row| row.name == name)
}

/// Whether a name is that of a form.
pub fn is(name: &str, form: SpecialForm) -> bool {
    find(name).is_some_and(|row| row.form == form)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_form_is_a_row() {
        for form in SPECIAL_FORMS {
            assert_eq!(super::super::find(form.name), None, "{}", form.name);
        }
    }
}
