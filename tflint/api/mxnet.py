"""MXNet 1.9.1, as a graph sees it: pure data.

``mxnet.F`` is what ``hybrid_forward`` is given, ``mxnet.Symbol`` a symbol of the graph, and
``mxnet.NumpySymbol`` one under the NumPy interface. How many outputs an operation has was found by
calling it with symbols; what symbols lack, by comparing the modules and classes.
"""

from __future__ import annotations

from tflint.api.records import Effect, Record, Result, Rows, Shape

ROWS: Rows = (
    (
        Record(result=Result.SYMBOL, shape=Shape.SAME),
        """
        F: abs arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil clip cos cosh cumsum degrees
            erf erfinv exp expm1 fix flip floor gamma gammaln hard_sigmoid identity log log10 log1p
            log2 log_softmax logical_not negative ones_like radians rcbrt reciprocal relu rint round
            rsqrt sigmoid sign sin sinh smooth_l1 softmax softmin softsign sort sqrt square
            stop_gradient tan tanh trunc zeros_like Activation Cast Dropout L2Normalization LRN
            LeakyReLU InstanceNorm GroupNorm SoftmaxActivation cast
        Symbol: abs arccos arccosh arcsin arcsinh arctan arctanh astype cbrt ceil clip cos cosh
            cumsum degrees exp expm1 fix flip floor log log10 log1p log2 log_softmax ones_like
            radians rcbrt reciprocal relu rint round rsqrt sigmoid sign sin sinh softmax softmin
            sort sqrt square tan tanh trunc zeros_like
        """,
    ),
    (
        Record(result=Result.SYMBOL, shape=Shape.REDUCED),
        """
        F: argmax argmax_channel argmin max max_axis mean min min_axis nanprod nansum norm prod sum
            sum_axis
        Symbol: argmax argmax_channel argmin max mean min nanprod nansum norm prod sum
        """,
    ),
    (
        Record(result=Result.SYMBOL),
        """
        F: BatchNorm_v1 BilinearSampler BlockGrad CTCLoss Concat Convolution Convolution_v1
            Correlation Crop Deconvolution ElementWiseSum Embedding Flatten FullyConnected
            GridGenerator IdentityAttachKLSparseReg LinearRegressionOutput LogisticRegressionOutput
            MAERegressionOutput MakeLoss Pad Pooling Pooling_v1 ROIPooling Reshape SVMOutput
            SequenceLast SequenceMask SequenceReverse Softmax SoftmaxOutput SpatialTransformer
            SwapAxis UpSampling Variable add_n all_finite amp_cast arange argsort batch_dot
            batch_take broadcast_add broadcast_axes broadcast_axis broadcast_div broadcast_equal
            broadcast_greater broadcast_greater_equal broadcast_hypot broadcast_lesser
            broadcast_lesser_equal broadcast_like broadcast_logical_and broadcast_logical_or
            broadcast_logical_xor broadcast_maximum broadcast_minimum broadcast_minus broadcast_mod
            broadcast_mul broadcast_not_equal broadcast_plus broadcast_power broadcast_sub
            broadcast_to cast_storage choose_element_0index col2im concat crop ctc_loss
            depth_to_space diag dot elemwise_add elemwise_div elemwise_mul elemwise_sub expand_dims
            eye fill_element_0index flatten full gather_nd hypot im2col khatri_rao linalg_det
            linalg_extractdiag linalg_extracttrian linalg_gemm linalg_gemm2 linalg_inverse
            linalg_makediag linalg_maketrian linalg_potrf linalg_potri linalg_sumlogdiag linalg_syrk
            linalg_trmm linalg_trsm linspace make_loss maximum minimum multi_all_finite normal
            one_hot ones pad pick pow power preloaded_multi_mp_sgd_mom_update
            preloaded_multi_mp_sgd_update preloaded_multi_sgd_update random_exponential random_gamma
            random_generalized_negative_binomial random_negative_binomial random_normal
            random_pdf_dirichlet random_pdf_exponential random_pdf_gamma
            random_pdf_generalized_negative_binomial random_pdf_negative_binomial random_pdf_normal
            random_pdf_poisson random_pdf_uniform random_poisson random_randint random_uniform
            ravel_multi_index repeat reshape reshape_like reverse sample_exponential sample_gamma
            sample_generalized_negative_binomial sample_multinomial sample_negative_binomial
            sample_normal sample_poisson sample_uniform scatter_nd shape_array shuffle size_array
            slice slice_axis slice_like softmax_cross_entropy space_to_depth squeeze stack swapaxes
            take tile transpose uniform unravel_index var where zeros
        F.contrib: AdaptiveAvgPooling2D BatchNormWithReLU BilinearResize2D CTCLoss
            DeformableConvolution DeformablePSROIPooling ModulatedDeformableConvolution
            MultiBoxDetection MultiBoxPrior PSROIPooling ROIAlign RROIAlign SparseEmbedding
            SyncBatchNorm allclose arange_like backward_gradientmultiplier boolean_mask box_decode
            box_iou box_nms box_non_maximum_suppression ctc_loss dequantize dgl_adjacency
            div_sqrt_dim edge_id fft getnnz gradientmultiplier ifft index_array index_copy
            interleaved_matmul_encdec_qk interleaved_matmul_encdec_valatt
            interleaved_matmul_selfatt_qk interleaved_matmul_selfatt_valatt quadratic round_ste
            sign_ste uniform
        F.image: adjust_lighting crop flip_left_right flip_top_bottom normalize random_brightness
            random_color_jitter random_contrast random_flip_left_right random_flip_top_bottom
            random_hue random_lighting random_saturation resize to_tensor
        F.linalg: det extractdiag extracttrian gemm gemm2 inverse makediag maketrian potrf potri
            sumlogdiag syrk trmm trsm
        F.np: abs absolute add all amax amin any append arange arccos arccosh arcsin arcsinh arctan
            arctan2 arctanh argmax argmin argsort around average bincount bitwise_and bitwise_not
            bitwise_or bitwise_xor blackman broadcast_to cbrt ceil clip column_stack concatenate
            copy copysign cos cosh cumsum deg2rad degrees delete diag diag_indices_from diagflat
            diagonal diff divide dot dstack ediff1d einsum empty_like equal exp expand_dims expm1
            eye fabs fix flip fliplr flipud floor full full_like greater greater_equal hamming
            hanning hstack hypot identity indices inner insert invert isfinite isinf isnan isneginf
            isposinf lcm ldexp less less_equal linspace log log10 log1p log2 logical_not logspace
            matmul max maximum may_share_memory mean min minimum mod moveaxis multiply nan_to_num
            negative not_equal ones ones_like outer pad percentile polyval power prod product
            quantile rad2deg radians ravel reciprocal remainder repeat reshape resize rint roll
            rot90 round round_ row_stack shares_memory sign sin sinh sometrue sort sqrt square
            squeeze stack std subtract sum swapaxes take tan tanh tensordot tile trace transpose
            tril true_divide trunc var vdot vstack where zeros zeros_like
        F.npx: activation arange_like batch_dot batch_flatten batch_norm cast constraint_check
            convolution deconvolution dropout embedding erf erfinv fully_connected gamma gammaln
            gather_nd layer_norm leaky_relu log_softmax multibox_detection multibox_prior one_hot
            pick pooling relu reshape reshape_like roi_pooling sequence_mask shape_array sigmoid
            slice smooth_l1 softmax
        F.random: exponential exponential_like gamma gamma_like generalized_negative_binomial
            generalized_negative_binomial_like negative_binomial negative_binomial_like normal
            normal_like poisson poisson_like randint randn shuffle uniform uniform_like
        Symbol: argsort broadcast_axes broadcast_like broadcast_to depth_to_space diag dot
            expand_dims flatten one_hot pad pick repeat reshape reshape_like shape_array size_array
            slice slice_axis slice_like space_to_depth squeeze std swapaxes take tile transpose var
        """,
    ),
    (
        Record(result=Result.SYMBOLS),
        """
        F: BatchNorm Custom Group LayerNorm RNN SliceChannel amp_multicast histogram linalg_gelqf
            linalg_slogdet moments multi_sum_sq split split_v2 topk
        F.contrib: MultiBoxTarget MultiProposal Proposal bipartite_matching box_encode
            calibrate_entropy cond dgl_csr_neighbor_uniform_sample foreach hawkesll quantize
            quantize_asym quantize_v2 quantized_batch_norm quantized_concat quantized_elemwise_add
            quantized_elemwise_mul quantized_flatten requantize while_loop
        F.linalg: gelqf slogdet syevd
        F.np: array_split atleast_1d atleast_2d atleast_3d dsplit histogram hsplit split unique
            vsplit
        F.npx: multibox_target nonzero rnn topk
        F.random: multinomial
        Symbol: split split_v2 topk
        """,
    ),
    (
        Record(symbolic=False),
        """
        F: CachedOp NDArray add array concatenate divide empty equal from_dlpack from_numpy greater
            greater_equal imdecode lesser lesser_equal load_frombuffer logical_and logical_or
            logical_xor modulo moveaxis multiply not_equal onehot_encode save subtract
            to_dlpack_for_read to_dlpack_for_write true_divide waitall
        F.contrib: isfinite isinf isnan multi_adamw_update multi_lamb_update multi_mp_adamw_update
            multi_mp_lamb_update
        F.np: nonzero shape
        Symbol: T as_in_context asscalar attach_grad backward context copy copyto ctx detach dtype grad
            ndim shape size slice_assign slice_assign_scalar stype to_dlpack_for_read
            to_dlpack_for_write tostype wait_to_read writable
        NumpySymbol: all any as_in_context as_in_ctx asscalar attach_grad backward context copy
            copyto ctx detach dtype grad item ndim nonzero reshape_view shape size slice_assign
            slice_assign_scalar stype to_dlpack_for_read to_dlpack_for_write tolist tostype
            wait_to_read writable
        """,
    ),
    (Record(result=Result.ARRAY, symbolic=False), "Symbol: asnumpy NumpySymbol: asnumpy"),
    (Record(result=Result.BOOL, effect=Effect.MODE), "autograd: is_recording is_training"),
    (Record(result=Result.SYMBOL), "Symbol: as_np_ndarray as_nd_ndarray"),
    (Record(result=Result.ARRAY), "nd: * ndarray: * np: * npx: *"),
    (
        Record(result=Result.ARRAY),
        """
        nd.random: exponential gamma generalized_negative_binomial negative_binomial normal poisson
            randint randn shuffle uniform
        ndarray.random: exponential gamma generalized_negative_binomial negative_binomial normal
            poisson randint randn shuffle uniform
        random: exponential gamma generalized_negative_binomial negative_binomial normal poisson
            randint randn shuffle uniform
        """,
    ),
    (Record(result=Result.SYMBOL), "sym: Variable var symbol: Variable var"),
    (Record(), "nd: load ndarray: load npx: load"),
    (Record(result=Result.NONE), "nd: save waitall ndarray: save waitall npx: save waitall"),
)
