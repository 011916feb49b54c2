"""NumPy: pure data."""

from __future__ import annotations

from tflint.api.records import Effect, Record, Result, Rows, Shape

ROWS: Rows = (
    (
        Record(result=Result.ARRAY),
        """
        : abs absolute acos acosh add all alltrue amax amin angle any append
            apply_along_axis arccos arccosh arcsin arcsinh arctan arctan2 arctanh
            argmax argmin argpartition argsort argwhere around array asanyarray asarray
            asarray_chkfinite ascontiguousarray asfarray asfortranarray asin asinh
            asmatrix astype atan atan2 atanh atleast_1d atleast_2d atleast_3d average
            bartlett bincount bitwise_and bitwise_count bitwise_invert
            bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor
            blackman block bmat broadcast_to busday_count busday_offset byte cbrt
            cdouble ceil character choose clip clongdouble column_stack complex128
            complex256 complex64 complex_ complexfloating compress concat concatenate
            conj conjugate convolve copy copysign corrcoef correlate cos cosh
            count_nonzero cov cross csingle cumprod cumproduct cumsum cumulative_prod
            cumulative_sum datetime64 datetime_as_string deg2rad degrees delete diag
            diagflat diagonal diff digitize divide dot double dstack ediff1d einsum
            empty empty_like equal exp exp2 expand_dims expm1 extract eye fabs fix
            flatnonzero flexible flip fliplr flipud float128 float16 float32 float64
            float_ float_power floating floor floor_divide fmax fmin fmod frombuffer
            fromfunction fromiter fromregex fromstring full full_like gcd
            generic greater greater_equal half hamming hanning
            heaviside histogram_bin_edges hstack hypot i0 identity imag in1d indices
            inexact inner insert int16 int32 int64 int8 int_ intc integer interp
            intersect1d intp invert is_busday isclose iscomplex isdtype isfinite isin
            isinf isnan isnat isneginf isposinf isreal kaiser kron lcm ldexp left_shift
            less less_equal lexsort log log10 log1p log2 logaddexp
            logaddexp2 logical_and logical_not logical_or logical_xor long
            longdouble longlong matmul matrix_transpose matvec max maximum mean median
            min minimum mod moveaxis msort multiply nan_to_num nanargmax nanargmin
            nancumprod nancumsum nanmax nanmean nanmedian nanmin nanpercentile nanprod
            nanquantile nanstd nansum nanvar negative nested_iters nextafter
            not_equal number ones ones_like outer packbits pad partition percentile
            permute_dims piecewise poly polyadd polyder polyfit polyint polymul polysub
            polyval positive pow power prod product ptp put_along_axis quantile rad2deg
            radians ravel ravel_multi_index real real_if_close reciprocal remainder
            repeat require reshape resize right_shift rint roll rollaxis roots rot90
            round round_ row_stack searchsorted select setdiff1d setxor1d short sign
            signbit signedinteger sin sinc single sinh sometrue sort sort_complex
            spacing sqrt square squeeze stack std subtract sum swapaxes take
            take_along_axis tan tanh tensordot tile timedelta64 trace transpose
            trapezoid trapz tri tril trim_zeros triu true_divide trunc ubyte uint uint16
            uint32 uint64 uint8 uintc uintp ulong ulonglong union1d unique unique_values
            unpackbits unsignedinteger unwrap ushort vander var vdot vecdot vecmat
            vstack where zeros zeros_like
        linalg: cholesky cond cross det diagonal eigvals eigvalsh inv matmul matrix_norm
            matrix_power matrix_rank matrix_transpose multi_dot norm outer pinv solve
            svdvals tensordot tensorinv tensorsolve trace vecdot vector_norm
        fft: fft fft2 fftfreq fftn fftshift hfft ifft ifft2 ifftn ifftshift ihfft irfft
            irfft2 irfftn rfft rfft2 rfftfreq rfftn
        """,
    ),
    (
        Record(result=Result.OBJECT),
        """
        : dtype finfo iinfo errstate printoptions broadcast nditer ndindex ndenumerate
        """,
    ),
    (
        Record(result=Result.BOOL),
        """
        : isscalar iterable can_cast issubdtype array_equal array_equiv allclose
            iscomplexobj isrealobj isfortran shares_memory may_share_memory
        """,
    ),
    (Record(result=Result.ARRAY, shape=Shape.ROW), ": arange geomspace linspace logspace"),
    (Record(result=Result.ARRAY, of="numpy.ndarray"), ": ndarray"),
    (Record(result=Result.ARRAY, shape=Shape.SAME), "ndarray: astype copy"),
    (Record(result=Result.ARRAY), "ndarray: reshape"),
    (Record(result=Result.CONVERTED), "ndarray: item"),
    (Record(result=Result.NUMBERS), "ndarray: tolist"),
    (Record(result=Result.NUMBER), ": ndim"),
    (Record(result=Result.TEXT), ": array2string array_repr array_str base_repr binary_repr"),
    (
        Record(result=Result.NONE),
        ": seterr set_printoptions put place copyto fill_diagonal putmask",
    ),
    (Record(result=Result.NONE, effect=Effect.FILES), ": save savez savez_compressed savetxt"),
    (Record(effect=Effect.FILES), ": memmap ndarray.tofile"),
    (Record(effect=Effect.ASKS_FILES), ": load"),
    (Record(result=Result.ARRAY, effect=Effect.ASKS_FILES), ": loadtxt genfromtxt fromfile"),
    (
        Record(result=Result.DRAWN, size=0, effect=Effect.RANDOM),
        "random: rand randn random random_sample",
    ),
    (
        Record(result=Result.DRAWN, size=2, effect=Effect.RANDOM),
        "random: uniform normal randint Generator.uniform Generator.normal Generator.integers",
    ),
    (
        Record(result=Result.ARRAY, effect=Effect.RANDOM),
        """
        random: beta binomial chisquare choice dirichlet exponential f gamma geometric
            gumbel hypergeometric laplace logistic lognormal logseries multinomial
            multivariate_normal negative_binomial noncentral_chisquare noncentral_f
            pareto permutation poisson power random_integers ranf rayleigh sample
            shuffle standard_cauchy standard_exponential standard_gamma standard_normal
            standard_t triangular vonmises wald weibull zipf
        """,
    ),
    (Record(result=Result.OBJECT, of="numpy.random.Generator"), "random: default_rng Generator"),
    (Record(result=Result.OBJECT), "random: RandomState"),
    (
        Record(effect=Effect.RANDOM),
        "random: bytes Generator.* RandomState.* mtrand.* mtrand.RandomState.*",
    ),
    (Record(result=Result.NONE, effect=Effect.SEEDS), "random: seed set_state RandomState.seed"),
    (Record(), "random: get_state Generator.spawn RandomState.get_state"),
)
