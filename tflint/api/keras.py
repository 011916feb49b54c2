"""Keras 3.15, and what of Keras 2 is in it: pure data.

What a name gives was found by calling it in a graph; what could not be called that way, by its
documentation. Names that stand nowhere here are not known.
"""

from __future__ import annotations

from tflint.api.records import Effect, Record, Result, Rows, Runs, words

ATTRIBUTES = words(
    """
    activity_regularizer add add_loss add_metric add_variable add_weight autocast build build_from_config
    built call call_signature_parameters compile compile_from_config compiled compiled_loss
    compiled_metrics compute_dtype compute_loss compute_mask compute_metrics compute_output_shape
    compute_output_spec count_params distribute_reduction_method distribute_strategy dtype dtype_policy
    dynamic evaluate export finalize_state fit from_config get_build_config get_compile_config get_config
    get_input_at get_layer get_metrics_result get_output_at get_quantization_layer_structure
    get_state_tree get_weights inbound_nodes input input_dtype input_mask input_shape input_spec inputs
    jit_compile layers load_own_variables load_weights loss losses make_predict_function
    make_test_function make_train_function metrics metrics_names metrics_variables name name_scope
    non_trainable_variables non_trainable_weights optimizer outbound_nodes output output_mask
    output_shape outputs path pop predict predict_function predict_on_batch predict_step
    quantization_mode quantize quantized_build quantized_call reduction rematerialized_call
    reset_metrics reset_state reset_states result run_eagerly save save_own_variables save_spec
    save_weights set_state_tree set_weights state_updates stateful stateless_call
    stateless_compute_loss stateless_reset_state stateless_result stateless_update_state
    steps_per_execution submodules summary supports_jit supports_masking symbolic_call test_function
    test_on_batch test_step to_json to_yaml train_function train_on_batch train_step trainable
    trainable_variables trainable_weights unrolled_steps_per_execution update_state updates
    variable_dtype variables weights with_name_scope
    """
)
"""Attributes that Keras's layers, models, losses and metrics, or a ``tf.Module``, have themselves."""

ROWS: Rows = (
    (
        Record(result=Result.TENSOR),
        """
        activations: celu elu exponential gelu glu hard_shrink hard_sigmoid
            hard_silu=activations.hard_swish hard_tanh leaky_relu linear log_sigmoid log_softmax
            mish relu relu6 selu sigmoid silu=activations.swish soft_shrink softmax softplus
            softsign sparse_plus sparse_sigmoid sparsemax squareplus tanh tanh_shrink threshold
        layers: add average concatenate dot maximum minimum multiply subtract
        losses: binary_crossentropy=metrics.binary_crossentropy
            binary_focal_crossentropy=metrics.binary_focal_crossentropy
            categorical_crossentropy=metrics.categorical_crossentropy
            categorical_focal_crossentropy=metrics.categorical_focal_crossentropy
            categorical_generalized_cross_entropy categorical_hinge=metrics.categorical_hinge
            circle cosine_similarity ctc dice hinge=metrics.hinge huber=metrics.huber
            kl_divergence=metrics.kl_divergence=losses.kld=metrics.kld=losses.KLD=metrics.KLD=losses.kullback_leibler_divergence=metrics.kullback_leibler_divergence
            log_cosh=metrics.log_cosh=losses.logcosh=metrics.logcosh
            mean_absolute_error=metrics.mean_absolute_error=losses.mae=metrics.mae=losses.MAE=metrics.MAE
            mean_absolute_percentage_error=metrics.mean_absolute_percentage_error=losses.mape=metrics.mape=losses.MAPE=metrics.MAPE
            mean_squared_error=metrics.mean_squared_error=losses.mse=metrics.mse=losses.MSE=metrics.MSE
            mean_squared_logarithmic_error=metrics.mean_squared_logarithmic_error=losses.msle=metrics.msle=losses.MSLE=metrics.MSLE
            poisson=metrics.poisson
            sparse_categorical_crossentropy=metrics.sparse_categorical_crossentropy
            squared_hinge=metrics.squared_hinge tversky
        metrics: binary_accuracy categorical_accuracy concordance_correlation pearson_correlation
            sparse_categorical_accuracy sparse_top_k_categorical_accuracy
            top_k_categorical_accuracy
        ops: abs=ops.numpy.abs absolute=ops.numpy.absolute
            adaptive_average_pool=ops.nn.adaptive_average_pool
            adaptive_max_pool=ops.nn.adaptive_max_pool add=ops.numpy.add all=ops.numpy.all
            allclose=ops.numpy.allclose amax=ops.numpy.amax amin=ops.numpy.amin
            angle=ops.numpy.angle any=ops.numpy.any append=ops.numpy.append arange=ops.numpy.arange
            arccos=ops.numpy.arccos arccosh=ops.numpy.arccosh arcsin=ops.numpy.arcsin
            arcsinh=ops.numpy.arcsinh arctan2=ops.numpy.arctan2 arctan=ops.numpy.arctan
            arctanh=ops.numpy.arctanh argmax=ops.numpy.argmax argmin=ops.numpy.argmin
            argpartition=ops.numpy.argpartition argsort=ops.numpy.argsort array=ops.numpy.array
            average=ops.numpy.average average_pool=ops.nn.average_pool bartlett=ops.numpy.bartlett
            batch_normalization=ops.nn.batch_normalization
            binary_crossentropy=ops.nn.binary_crossentropy bincount=ops.numpy.bincount
            bitwise_and=ops.numpy.bitwise_and bitwise_invert=ops.numpy.bitwise_invert
            bitwise_left_shift=ops.numpy.bitwise_left_shift bitwise_not=ops.numpy.bitwise_not
            bitwise_or=ops.numpy.bitwise_or bitwise_right_shift=ops.numpy.bitwise_right_shift
            bitwise_xor=ops.numpy.bitwise_xor blackman=ops.numpy.blackman
            broadcast_to=ops.numpy.broadcast_to cast
            categorical_crossentropy=ops.nn.categorical_crossentropy cbrt=ops.numpy.cbrt cdist
            ceil=ops.numpy.ceil celu=ops.nn.celu cholesky=ops.linalg.cholesky
            cholesky_inverse=ops.linalg.cholesky_inverse clip=ops.numpy.clip
            concatenate=ops.numpy.concatenate conj=ops.numpy.conj conjugate=ops.numpy.conjugate
            conv=ops.nn.conv conv_transpose=ops.nn.conv_transpose convert_to_tensor
            copy=ops.numpy.copy corrcoef=ops.numpy.corrcoef correlate=ops.numpy.correlate
            cos=ops.numpy.cos cosh=ops.numpy.cosh count_nonzero=ops.numpy.count_nonzero
            cross=ops.numpy.cross ctc_loss=ops.nn.ctc_loss cumprod=ops.numpy.cumprod
            cumsum=ops.numpy.cumsum deg2rad=ops.numpy.deg2rad depth_to_space=ops.nn.depth_to_space
            depthwise_conv=ops.nn.depthwise_conv det=ops.linalg.det diag=ops.numpy.diag
            diagflat=ops.numpy.diagflat diagonal=ops.numpy.diagonal diff=ops.numpy.diff
            digitize=ops.numpy.digitize divide=ops.numpy.divide
            divide_no_nan=ops.numpy.divide_no_nan dot=ops.numpy.dot
            dot_product_attention=ops.nn.dot_product_attention dstack=ops.numpy.dstack
            einsum=ops.numpy.einsum elu=ops.nn.elu empty=ops.numpy.empty
            empty_like=ops.numpy.empty_like equal=ops.numpy.equal erf erfc erfinv
            exp2=ops.numpy.exp2 exp=ops.numpy.exp expand_dims=ops.numpy.expand_dims
            expm1=ops.numpy.expm1 extract_sequences eye=ops.numpy.eye fabs=ops.numpy.fabs
            flip=ops.numpy.flip fliplr=ops.numpy.fliplr flipud=ops.numpy.flipud
            floor=ops.numpy.floor floor_divide=ops.numpy.floor_divide fmax=ops.numpy.fmax
            fmin=ops.numpy.fmin fmod=ops.numpy.fmod fold=ops.nn.fold full=ops.numpy.full
            full_like=ops.numpy.full_like gcd=ops.numpy.gcd gelu=ops.nn.gelu
            geomspace=ops.numpy.geomspace get_item=ops.numpy.get_item glu=ops.nn.glu
            greater=ops.numpy.greater greater_equal=ops.numpy.greater_equal
            hamming=ops.numpy.hamming hanning=ops.numpy.hanning hard_shrink=ops.nn.hard_shrink
            hard_sigmoid=ops.nn.hard_sigmoid
            hard_silu=ops.hard_swish=ops.nn.hard_silu=ops.nn.hard_swish hard_tanh=ops.nn.hard_tanh
            heaviside=ops.numpy.heaviside hstack=ops.numpy.hstack hypot=ops.numpy.hypot
            i0=ops.numpy.i0 identity=ops.numpy.identity imag=ops.numpy.imag in_top_k
            inner=ops.numpy.inner inv=ops.linalg.inv irfft isclose=ops.numpy.isclose
            isfinite=ops.numpy.isfinite isin=ops.numpy.isin isinf=ops.numpy.isinf
            isnan=ops.numpy.isnan isneginf=ops.numpy.isneginf isposinf=ops.numpy.isposinf
            isreal=ops.numpy.isreal istft kaiser=ops.numpy.kaiser kron=ops.numpy.kron
            layer_normalization=ops.nn.layer_normalization lcm=ops.numpy.lcm ldexp=ops.numpy.ldexp
            leaky_relu=ops.nn.leaky_relu left_shift=ops.numpy.left_shift less=ops.numpy.less
            less_equal=ops.numpy.less_equal linspace=ops.numpy.linspace log10=ops.numpy.log10
            log1p=ops.numpy.log1p log2=ops.numpy.log2 log=ops.numpy.log
            log_sigmoid=ops.nn.log_sigmoid log_softmax=ops.nn.log_softmax
            logaddexp2=ops.numpy.logaddexp2 logaddexp=ops.numpy.logaddexp logdet
            logical_and=ops.numpy.logical_and logical_not=ops.numpy.logical_not
            logical_or=ops.numpy.logical_or logical_xor=ops.numpy.logical_xor
            logspace=ops.numpy.logspace logsumexp lstsq=ops.linalg.lstsq matmul=ops.numpy.matmul
            matrix_rank=ops.linalg.matrix_rank max=ops.numpy.max max_pool=ops.nn.max_pool
            maximum=ops.numpy.maximum mean=ops.numpy.mean median=ops.numpy.median min=ops.numpy.min
            minimum=ops.numpy.minimum mod=ops.numpy.mod moveaxis=ops.numpy.moveaxis
            multi_hot=ops.nn.multi_hot multiply=ops.numpy.multiply nan_to_num=ops.numpy.nan_to_num
            nanargmax=ops.numpy.nanargmax nanargmin=ops.numpy.nanargmin
            nancumprod=ops.numpy.nancumprod nancumsum=ops.numpy.nancumsum nanmax=ops.numpy.nanmax
            nanmean=ops.numpy.nanmean nanmedian=ops.numpy.nanmedian nanmin=ops.numpy.nanmin
            nanpercentile=ops.numpy.nanpercentile nanprod=ops.numpy.nanprod
            nanquantile=ops.numpy.nanquantile nanstd=ops.numpy.nanstd nansum=ops.numpy.nansum
            nanvar=ops.numpy.nanvar negative=ops.numpy.negative nextafter=ops.numpy.nextafter
            norm=ops.linalg.norm normalize=ops.nn.normalize not_equal=ops.numpy.not_equal
            one_hot=ops.nn.one_hot ones=ops.numpy.ones ones_like=ops.numpy.ones_like
            outer=ops.numpy.outer pad=ops.numpy.pad percentile=ops.numpy.percentile
            pinv=ops.linalg.pinv polar=ops.nn.polar power=ops.numpy.power prod=ops.numpy.prod
            psnr=ops.nn.psnr ptp=ops.numpy.ptp quantile=ops.numpy.quantile
            rad2deg=ops.numpy.rad2deg ravel=ops.numpy.ravel real=ops.numpy.real rearrange
            reciprocal=ops.numpy.reciprocal relu6=ops.nn.relu6 relu=ops.nn.relu
            repeat=ops.numpy.repeat reshape=ops.numpy.reshape right_shift=ops.numpy.right_shift
            rms_normalization=ops.nn.rms_normalization roll=ops.numpy.roll rot90=ops.numpy.rot90
            round=ops.numpy.round rsqrt saturate_cast scatter scatter_update
            searchsorted=ops.numpy.searchsorted segment_max segment_min segment_prod segment_sum
            select=ops.numpy.select selu=ops.nn.selu separable_conv=ops.nn.separable_conv
            sigmoid=ops.nn.sigmoid sign=ops.numpy.sign signbit=ops.numpy.signbit
            silu=ops.swish=ops.nn.silu=ops.nn.swish sin=ops.numpy.sin sinc=ops.numpy.sinc
            sinh=ops.numpy.sinh size=ops.numpy.size slice slice_update
            soft_shrink=ops.nn.soft_shrink softmax=ops.nn.softmax softplus=ops.nn.softplus
            softsign=ops.nn.softsign solve=ops.linalg.solve
            solve_triangular=ops.linalg.solve_triangular sort=ops.numpy.sort
            space_to_depth=ops.nn.space_to_depth
            sparse_categorical_crossentropy=ops.nn.sparse_categorical_crossentropy
            sparse_plus=ops.nn.sparse_plus sparse_sigmoid=ops.nn.sparse_sigmoid
            sparsemax=ops.nn.sparsemax sqrt=ops.numpy.sqrt square=ops.numpy.square
            squareplus=ops.nn.squareplus squeeze=ops.numpy.squeeze stack=ops.numpy.stack
            std=ops.numpy.std stop_gradient subtract=ops.numpy.subtract sum=ops.numpy.sum
            swapaxes=ops.numpy.swapaxes take=ops.numpy.take
            take_along_axis=ops.numpy.take_along_axis tan=ops.numpy.tan tanh=ops.numpy.tanh
            tanh_shrink=ops.nn.tanh_shrink tensordot=ops.numpy.tensordot threshold=ops.nn.threshold
            tile=ops.numpy.tile trace=ops.numpy.trace transpose=ops.numpy.transpose
            trapezoid=ops.numpy.trapezoid tri=ops.numpy.tri tril=ops.numpy.tril triu=ops.numpy.triu
            true_divide=ops.numpy.true_divide trunc=ops.numpy.trunc unfold=ops.nn.unfold
            unique=ops.numpy.unique vander=ops.numpy.vander var=ops.numpy.var vdot=ops.numpy.vdot
            view=ops.numpy.view view_as_complex view_as_real vstack=ops.numpy.vstack
            zeros=ops.numpy.zeros zeros_like=ops.numpy.zeros_like
        ops.image: affine_transform crop_images elastic_transform extract_patches
            extract_patches_3d gaussian_blur hsv_to_rgb map_coordinates pad_images
            perspective_transform resize rgb_to_grayscale rgb_to_hsv scale_and_translate
            sobel_edges ssim
        random: beta binomial categorical dropout gamma normal shuffle truncated_normal uniform
        """,
    ),
    (
        Record(result=Result.STRUCTURE),
        """
        ops: associative_scan cond fori_loop map scan switch vectorized_map
            where=ops.numpy.where while_loop
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("q", "r")),
        """
        ops: qr=ops.linalg.qr
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("values", "indices")),
        """
        ops: top_k
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2),
        """
        ops: ctc_decode=ops.nn.ctc_decode eig=ops.linalg.eig eigh=ops.linalg.eigh fft fft2
            histogram=ops.numpy.histogram ifft2 lu_factor=ops.linalg.lu_factor
            moments=ops.nn.moments rfft slogdet=ops.numpy.slogdet stft
            unravel_index=ops.numpy.unravel_index
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3),
        """
        ops: svd=ops.linalg.svd
        """,
    ),
    (
        Record(result=Result.LIST),
        """
        ops: array_split=ops.numpy.array_split dsplit=ops.numpy.dsplit hsplit=ops.numpy.hsplit
            meshgrid=ops.numpy.meshgrid nonzero=ops.numpy.nonzero split=ops.numpy.split unstack
            vsplit=ops.numpy.vsplit
        """,
    ),
    (
        Record(result=Result.ARRAY),
        """
        ops: convert_to_numpy
        """,
    ),
    (
        Record(result=Result.BOOL),
        """
        ops: is_tensor
        """,
    ),
    (
        Record(result=Result.FUNCTION),
        """
        ops: custom_gradient vectorize=ops.numpy.vectorize
        """,
    ),
    (
        Record(result=Result.NUMBER),
        """
        ops: ndim=ops.numpy.ndim
        """,
    ),
    (
        Record(result=Result.SHAPE),
        """
        ops: shape
        """,
    ),
    (
        Record(result=Result.TEXT),
        """
        ops: dtype
        """,
    ),
    (
        Record(result=Result.TENSOR),
        """
        backend: abs all any arange argmax argmin batch_dot batch_flatten
            batch_normalization bias_add binary_crossentropy binary_focal_crossentropy
            cast cast_to_floatx categorical_crossentropy categorical_focal_crossentropy
            clip concatenate constant conv1d conv2d conv2d_transpose conv3d cos
            ctc_batch_cost cumprod cumsum depthwise_conv2d dot dropout elu equal exp
            expand_dims flatten gather greater greater_equal hard_sigmoid in_top_k
            l2_normalize less less_equal log logsumexp max maximum mean min minimum
            not_equal one_hot ones_like permute_dimensions pool2d pool3d pow prod
            random_bernoulli random_normal random_uniform relu repeat repeat_elements
            reshape resize_images resize_volumes reverse round separable_conv2d shape
            sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy
            spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std
            stop_gradient sum tanh temporal_padding tile transpose truncated_normal var
            zeros_like
        """,
    ),
    (
        Record(result=Result.STRUCTURE),
        "backend: foldl foldr map_fn switch in_train_phase in_test_phase",
    ),
    (
        Record(result=Result.VARIABLE, effect=Effect.VARIABLES),
        "backend: eye random_normal_variable random_uniform_variable variable",
    ),
    (Record(result=Result.VARIABLE, effect=Effect.VARIABLES_OUTSIDE), "backend: ones zeros"),
    (
        Record(result=Result.OBJECT, of="keras.optimizers.Optimizer", is_attribute=True),
        "Model: optimizer",
    ),
    (Record(result=Result.VARIABLE, is_attribute=True), "optimizers.Optimizer: iterations"),
    (
        Record(result=Result.OBJECT, of="keras.Model", is_attribute=True),
        "callbacks.Callback: model",
    ),
    (Record(result=Result.MIXED), "backend: ctc_decode rnn"),
    (
        Record(result=Result.TEXT, effect=Effect.ASKS_BACKEND),
        "backend: backend=config.backend =backend.config.backend",
    ),
    (Record(result=Result.TEXT), "backend: dtype floatx=config.floatx"),
    (Record(result=Result.TEXT), "backend: image_data_format=config.image_data_format"),
    (Record(result=Result.NUMBER), "backend: epsilon=config.epsilon count_params get_uid ndim"),
    (
        Record(result=Result.BOOL),
        "backend: is_float_dtype is_int_dtype is_keras_tensor=utils.is_keras_tensor is_sparse",
    ),
    (Record(result=Result.SHAPE), "backend: int_shape"),
    (Record(result=Result.TENSOR), "backend: to_dense"),
    (Record(result=Result.SPARSE), "backend: ctc_label_dense_to_sparse"),
    (Record(result=Result.TEXT), "backend: standardize_dtype=utils.standardize_dtype"),
    (
        Record(result=Result.VARIABLE, effect=Effect.VARIABLES),
        """
        : Variable
        Layer: add_weight=layers.Layer.add_weight=Model.add_weight=metrics.Metric.add_weight
        """,
    ),
    (
        Record(result=Result.DATASET),
        """
        utils: image_dataset_from_directory=preprocessing.image_dataset_from_directory
            text_dataset_from_directory=preprocessing.text_dataset_from_directory
            timeseries_dataset_from_array=preprocessing.timeseries_dataset_from_array
            audio_dataset_from_directory
        """,
    ),
    (
        Record(result=Result.OBJECT, of="keras.Model"),
        """
        : Model.from_config Sequential.from_config
        models: clone_model load_model=saving.load_model model_from_config model_from_json
            model_from_yaml
        """,
    ),
    (
        Record(result=Result.TENSOR),
        "Model: compute_loss compiled_loss",
    ),
    (
        Record(result=Result.TENSOR),
        """
        metrics: AUC.result Accuracy.result BinaryAccuracy.result BinaryCrossentropy.result
            BinaryIoU.result CategoricalAccuracy.result CategoricalCrossentropy.result
            CategoricalHinge.result CosineSimilarity.result F1Score.result FBetaScore.result
            FalseNegatives.result FalsePositives.result Hinge.result IoU.result KLDivergence.result
            LogCoshError.result Mean.result MeanAbsoluteError.result
            MeanAbsolutePercentageError.result MeanIoU.result MeanMetricWrapper.result
            MeanSquaredError.result MeanSquaredLogarithmicError.result OneHotIoU.result
            OneHotMeanIoU.result Poisson.result Precision.result PrecisionAtRecall.result
            R2Score.result Recall.result RecallAtPrecision.result RootMeanSquaredError.result
            SensitivityAtSpecificity.result SparseCategoricalAccuracy.result
            SparseCategoricalCrossentropy.result SparseTopKCategoricalAccuracy.result
            SpecificityAtSensitivity.result SquaredHinge.result Sum.result
            TopKCategoricalAccuracy.result TrueNegatives.result TruePositives.result
        """,
    ),
    (Record(result=Result.OBJECT), ": Input Model"),
    (Record(result=Result.NONE, effect=Effect.SEEDS_GRAPH), "utils: set_random_seed"),
    (
        Record(result=Result.OBJECT, effect=Effect.WEIGHTS),
        """
        : Sequential
        layers: BatchNormalization Conv1D=layers.Convolution1D
            Conv1DTranspose=layers.Convolution1DTranspose Conv2D=layers.Convolution2D
            Conv2DTranspose=layers.Convolution2DTranspose Conv3D=layers.Convolution3D
            Conv3DTranspose=layers.Convolution3DTranspose Dense DepthwiseConv1D DepthwiseConv2D
            EinsumDense Embedding GroupNormalization GroupQueryAttention LayerNormalization
            MultiHeadAttention PReLU SeparableConv1D=layers.SeparableConvolution1D
            SeparableConv2D=layers.SeparableConvolution2D SpectralNormalization SyncBatchNormalization
        """,
    ),
    (
        Record(result=Result.OBJECT, effect=Effect.SEED_AND_WEIGHTS),
        """
        layers: ConvLSTM1D ConvLSTM2D ConvLSTM3D GRU GRUCell LSTM LSTMCell SimpleRNN
            SimpleRNNCell
        """,
    ),
    (
        Record(result=Result.OBJECT, effect=Effect.VARIABLES),
        """
        layers: AugMix CutMix MixUp RandAugment RandomBrightness RandomColorDegeneration
            RandomColorJitter RandomContrast RandomCrop RandomElasticTransform RandomErasing
            RandomFlip RandomGaussianBlur RandomGrayscale RandomHue RandomInvert
            RandomPerspective RandomPosterization RandomRotation RandomSaturation
            RandomSharpness RandomShear RandomTranslation RandomZoom Solarization
        optimizers: Adadelta Adafactor Adagrad Adam Adamax AdamW Ftrl Lamb Lion LossScaleOptimizer
            Muon Nadam RMSprop SGD
        """,
    ),
    (
        Record(result=Result.OBJECT, effect=Effect.SEED_VARIABLE),
        """
        layers: AlphaDropout Dropout GaussianDropout GaussianNoise SpatialDropout1D SpatialDropout2D
            SpatialDropout3D
        """,
    ),
    (
        Record(result=Result.OBJECT, takes=(0, "function"), runs=Runs.TRACED),
        "layers: Lambda",
    ),
    (Record(result=Result.BOOL, runs=Runs.NOT_NOW), "utils: generic_utils.has_arg"),
)
