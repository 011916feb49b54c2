"""The operations of ``tf.raw_ops`` in TensorFlow 2.21, written by ``tools/raw_ops.py``: pure data."""

from __future__ import annotations

from tflint.api.records import Record, Result, Rows

ROWS: Rows = (
    (
        Record(kept=False),
        """
        raw_ops: BoostedTreesBucketize BoostedTreesMakeQuantileSummaries
            CompositeTensorVariantToComponents For PartitionedCall PyFuncStateless StatelessCase
            StatelessIf StatelessWhile TPUPartitionedCall Unpack
        """,
    ),
    (
        Record(kept=True),
        """
        raw_ops: BoostedTreesFlushQuantileSummaries
            BoostedTreesQuantileStreamResourceGetBucketBoundaries Case EagerPyFunc If PyFunc
            StatefulPartitionedCall While
        """,
    ),
    (
        Record(result=Result.LIST, kept=False),
        """
        raw_ops: BatchFunction ConcatOffset DecodeCSV DynamicPartition GetElementAtIndex
            IdentityN MapDefun OptionalGetValue QueueDequeue QueueDequeueMany QueueDequeueUpTo
            RestoreV2 ShapeN Split SplitV SymbolicGradient TPUPartitionedOutput
            TPUPartitionedOutputV2 TPUReplicatedOutput UncompressElement
            XlaSparseDenseMatmulGradWithCsrInput XlaSplitND
        """,
    ),
    (
        Record(result=Result.LIST, kept=True),
        """
        raw_ops: DatasetToSingleElement InfeedDequeueTuple IteratorGetNext IteratorGetNextSync
            MapPeek MapUnstage MultiDeviceIteratorGetNextFromShard OrderedMapPeek
            OrderedMapUnstage OutfeedDequeueTuple OutfeedDequeueTupleV2 QueueDequeueManyV2
            QueueDequeueUpToV2 QueueDequeueV2 ReadVariableXlaSplitND RecvTPUEmbeddingActivations
            ReduceDataset RemoteCall StagePeek TPUAnnotateTensorsWithDynamicShape
            TPUCopyWithDynamicShape Unstage
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=14,
            fields=(
                "context_sparse_indices",
                "context_sparse_values",
                "context_sparse_shapes",
                "context_dense_values",
                "context_ragged_values",
                "context_ragged_row_splits",
                "feature_list_sparse_indices",
                "feature_list_sparse_values",
                "feature_list_sparse_shapes",
                "feature_list_dense_values",
                "feature_list_dense_lengths",
                "feature_list_ragged_values",
                "feature_list_ragged_outer_splits",
                "feature_list_ragged_inner_splits",
            ),
            kept=False,
        ),
        """
        raw_ops: ParseSequenceExampleV2
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("grad_handle", "flow_out"), kept=True),
        """
        raw_ops: TensorArrayGradV3 TensorArrayGradWithShape
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("handle", "deleter"), kept=True),
        """
        raw_ops: AnonymousIteratorV2 AnonymousMemoryCache AnonymousMultiDeviceIterator
            AnonymousRandomSeedGenerator AnonymousSeedGenerator
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("handle", "flow"), kept=True),
        """
        raw_ops: TensorArrayV3
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("key", "values"), kept=True),
        """
        raw_ops: MapUnstageNoKey OrderedMapUnstageNoKey
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("output_handle", "tensor"), kept=False),
        """
        raw_ops: TensorListPopBack
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=2,
            fields=("output_nested_splits", "output_dense_values"),
            kept=False,
        ),
        """
        raw_ops: RaggedGather RaggedTensorFromVariant
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("sizes", "values"), kept=False),
        """
        raw_ops: DecodeProtoV2
        """,
    ),
    (
        Record(
            result=Result.MIXED, size=2, fields=("updated_tables", "updated_weights"), kept=False
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcGradWithCsrInput
        """,
    ),
    (
        Record(result=Result.MIXED, size=2, fields=("weights", "biases"), kept=False),
        """
        raw_ops: CudnnRNNParamsToCanonical CudnnRNNParamsToCanonicalV2
        """,
    ),
    (
        Record(
            result=Result.MIXED, size=3, fields=("batched_tensors", "batch_index", "id"), kept=False
        ),
        """
        raw_ops: Batch
        """,
    ),
    (
        Record(result=Result.MIXED, size=3, fields=("indices", "keys", "values"), kept=False),
        """
        raw_ops: BarrierTakeMany
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=3,
            fields=(
                "out_example_state_data",
                "out_delta_sparse_weights",
                "out_delta_dense_weights",
            ),
            kept=False,
        ),
        """
        raw_ops: SdcaOptimizer SdcaOptimizerV2
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=3,
            fields=("output_indices", "output_values", "output_shape"),
            kept=False,
        ),
        """
        raw_ops: SparseSplit
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=3,
            fields=("row_ids_list", "col_ids_list", "gains_list"),
            kept=False,
        ),
        """
        raw_ops: ConvertToListOfSparseCoreCooTensors
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=4,
            fields=("decoded_indices", "decoded_values", "decoded_shape", "log_probability"),
            kept=False,
        ),
        """
        raw_ops: CTCBeamSearchDecoder
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=4,
            fields=("sparse_indices", "sparse_values", "sparse_shapes", "dense_values"),
            kept=False,
        ),
        """
        raw_ops: ParseExample ParseSingleExample
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=5,
            fields=(
                "node_ids_list",
                "gains_list",
                "thresholds_list",
                "left_node_contribs_list",
                "right_node_contribs_list",
            ),
            kept=False,
        ),
        """
        raw_ops: BoostedTreesCalculateBestGainsPerFeature
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=6,
            fields=(
                "sparse_indices",
                "sparse_values",
                "sparse_shapes",
                "dense_values",
                "ragged_values",
                "ragged_row_splits",
            ),
            kept=False,
        ),
        """
        raw_ops: ParseExampleV2
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=8,
            fields=(
                "context_sparse_indices",
                "context_sparse_values",
                "context_sparse_shapes",
                "context_dense_values",
                "feature_list_sparse_indices",
                "feature_list_sparse_values",
                "feature_list_sparse_shapes",
                "feature_list_dense_values",
            ),
            kept=False,
        ),
        """
        raw_ops: ParseSingleSequenceExample
        """,
    ),
    (
        Record(
            result=Result.MIXED,
            size=9,
            fields=(
                "context_sparse_indices",
                "context_sparse_values",
                "context_sparse_shapes",
                "context_dense_values",
                "feature_list_sparse_indices",
                "feature_list_sparse_values",
                "feature_list_sparse_shapes",
                "feature_list_dense_values",
                "feature_list_dense_lengths",
            ),
            kept=False,
        ),
        """
        raw_ops: ParseSequenceExample
        """,
    ),
    (
        Record(result=Result.OPERATION, kept=False),
        """
        raw_ops: Abort AccumulatorApplyGradient AccumulatorSetGlobalStep BarrierClose
            BarrierInsertMany ControlTrigger InfeedEnqueuePrelinearizedBuffer InitializeTable
            InitializeTableFromTextFile LookupTableImport LookupTableInsert NoOp QueueClose
            QueueEnqueue QueueEnqueueMany ReaderReset ReaderRestoreState SaveV2 SdcaShrinkL1
            SparseAccumulatorApplyGradient StackClose TPUReplicateMetadata TensorArrayClose
            TensorArrayCloseV2
        """,
    ),
    (
        Record(result=Result.OPERATION, kept=True),
        """
        raw_ops: Assert AssignAddVariableOp AssignSubVariableOp AssignVariableOp
            AssignVariableXlaConcatND BoostedTreesCreateEnsemble
            BoostedTreesCreateQuantileStreamResource BoostedTreesDeserializeEnsemble
            BoostedTreesQuantileStreamResourceAddSummaries
            BoostedTreesQuantileStreamResourceDeserialize
            BoostedTreesQuantileStreamResourceFlush BoostedTreesUpdateEnsemble
            BoostedTreesUpdateEnsembleV2 CloseSummaryWriter ConfigureTPUEmbedding
            ConsumeMutexLock CreateSummaryDbWriter CreateSummaryFileWriter DatasetToTFRecord
            DeleteIterator DeleteMemoryCache DeleteMultiDeviceIterator DeleteRandomSeedGenerator
            DeleteSeedGenerator DeleteSessionTensor DeserializeIterator DestroyResourceOp
            DisableCopyOnRead DistributedSave DynamicEnqueueTPUEmbeddingArbitraryTensorBatch
            DynamicEnqueueTPUEmbeddingRaggedTensorBatch EnqueueTPUEmbeddingArbitraryTensorBatch
            EnqueueTPUEmbeddingIntegerBatch EnqueueTPUEmbeddingRaggedTensorBatch
            EnqueueTPUEmbeddingSparseBatch EnqueueTPUEmbeddingSparseTensorBatch
            ExperimentalDatasetToTFRecord FileSystemSetConfiguration FlushSummaryWriter
            ImportEvent InfeedEnqueue InfeedEnqueueTuple InitializeTableFromDataset
            InitializeTableFromTextFileV2 InitializeTableV2 LoadTPUEmbeddingADAMParameters
            LoadTPUEmbeddingAdadeltaParameters LoadTPUEmbeddingAdagradMomentumParameters
            LoadTPUEmbeddingAdagradParameters LoadTPUEmbeddingCenteredRMSPropParameters
            LoadTPUEmbeddingFTRLParameters LoadTPUEmbeddingFrequencyEstimatorParameters
            LoadTPUEmbeddingMDLAdagradLightParameters LoadTPUEmbeddingMomentumParameters
            LoadTPUEmbeddingProximalAdagradParameters LoadTPUEmbeddingProximalYogiParameters
            LoadTPUEmbeddingRMSPropParameters
            LoadTPUEmbeddingStochasticGradientDescentParameters LookupTableImportV2
            LookupTableInsertV2 LookupTableRemoveV2 MakeIterator MapClear MapStage
            MergeV2Checkpoints OrderedMapClear OrderedMapStage OutfeedEnqueue
            OutfeedEnqueueTuple PrintV2 QueueCloseV2 QueueEnqueueManyV2 QueueEnqueueV2
            ReaderResetV2 ReaderRestoreStateV2 ResourceAccumulatorApplyGradient
            ResourceAccumulatorSetGlobalStep ResourceApplyAdaMax ResourceApplyAdadelta
            ResourceApplyAdagrad ResourceApplyAdagradDA ResourceApplyAdagradV2 ResourceApplyAdam
            ResourceApplyAdamWithAmsgrad ResourceApplyAddSign ResourceApplyCenteredRMSProp
            ResourceApplyFtrl ResourceApplyFtrlV2 ResourceApplyGradientDescent
            ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyPowerSign
            ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent
            ResourceApplyRMSProp ResourceScatterAdd ResourceScatterDiv ResourceScatterMax
            ResourceScatterMin ResourceScatterMul ResourceScatterNdAdd ResourceScatterNdMax
            ResourceScatterNdMin ResourceScatterNdSub ResourceScatterNdUpdate ResourceScatterSub
            ResourceScatterUpdate ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad
            ResourceSparseApplyAdagradDA ResourceSparseApplyAdagradV2
            ResourceSparseApplyCenteredRMSProp ResourceSparseApplyFtrl ResourceSparseApplyFtrlV2
            ResourceSparseApplyKerasMomentum ResourceSparseApplyMomentum
            ResourceSparseApplyProximalAdagrad ResourceSparseApplyProximalGradientDescent
            ResourceSparseApplyRMSProp ResourceStridedSliceAssign RngSkip Save SaveDataset
            SaveSlices Send SendTPUEmbeddingGradients ShutdownDistributedTPU StackCloseV2 Stage
            StageClear StatsAggregatorSetSummaryWriter StoreMinibatchStatisticsInFdo SyncDevice
            TensorArrayCloseV3 WriteAudioSummary WriteFile WriteGraphSummary
            WriteHistogramSummary WriteImageSummary WriteRawProtoSummary WriteScalarSummary
            WriteSummary
        """,
    ),
    (
        Record(result=Result.RESOURCE, kept=False),
        """
        raw_ops: AssertCardinalityDataset AssertNextDataset AssertPrevDataset AutoShardDataset
            BatchDataset BatchDatasetV2 BytesProducedStatsDataset CacheDataset
            ChooseFastestBranchDataset ChooseFastestDataset CollectiveInitializeCommunicator
            CompositeTensorVariantFromComponents CompressElement ConcatenateDataset
            DatasetFromGraph DenseToCSRSparseMatrix DenseToSparseBatchDataset
            DirectedInterleaveDataset EmptyTensorList EmptyTensorMap
            ExperimentalAssertNextDataset ExperimentalAutoShardDataset
            ExperimentalBytesProducedStatsDataset ExperimentalChooseFastestDataset
            ExperimentalDenseToSparseBatchDataset ExperimentalDirectedInterleaveDataset
            ExperimentalGroupByWindowDataset ExperimentalIgnoreErrorsDataset
            ExperimentalLatencyStatsDataset ExperimentalMapAndBatchDataset
            ExperimentalMapDataset ExperimentalMaxIntraOpParallelismDataset
            ExperimentalNonSerializableDataset ExperimentalParallelInterleaveDataset
            ExperimentalParseExampleDataset ExperimentalPrivateThreadPoolDataset
            ExperimentalRebatchDataset ExperimentalScanDataset ExperimentalSleepDataset
            ExperimentalSlidingWindowDataset ExperimentalTakeWhileDataset
            ExperimentalUnbatchDataset ExperimentalUniqueDataset FilterByLastComponentDataset
            FilterDataset FinalizeDataset FlatMapDataset GroupByWindowDataset
            IgnoreErrorsDataset IndexFlatMapDataset InterleaveDataset LatencyStatsDataset
            LegacyParallelInterleaveDatasetV2 MapAndBatchDataset MapDataset
            MaxIntraOpParallelismDataset ModelDataset NonSerializableDataset OptimizeDataset
            OptimizeDatasetV2 OptionalFromValue OptionalNone OptionsDataset PaddedBatchDataset
            PaddedBatchDatasetV2 ParallelBatchDataset ParallelFilterDataset
            ParallelInterleaveDataset ParallelInterleaveDatasetV2 ParallelInterleaveDatasetV3
            ParallelInterleaveDatasetV4 ParallelMapDataset ParallelMapDatasetV2
            ParseExampleDataset ParseExampleDatasetV2 PrefetchDataset Prelinearize
            PrelinearizeTuple PrivateThreadPoolDataset RaggedTensorToVariant RebatchDataset
            RebatchDatasetV2 RepeatDataset RewriteDataset SamplingDataset ScanDataset
            ShardDataset ShuffleAndRepeatDataset ShuffleDataset SkipDataset SleepDataset
            SlidingWindowDataset SnapshotChunkDataset SnapshotDataset SnapshotDatasetReader
            SnapshotDatasetV2 SnapshotNestedDatasetReader SparseMatrixAdd SparseMatrixMul
            SparseMatrixSoftmax SparseMatrixSoftmaxGrad SparseMatrixSparseCholesky
            SparseMatrixSparseMatMul SparseMatrixTranspose SparseMatrixZeros
            SparseTensorToCSRSparseMatrix TakeDataset TakeWhileDataset TensorListConcatLists
            TensorListFromTensor TensorListPushBack TensorListPushBackBatch TensorListReserve
            TensorListResize TensorListScatter TensorListScatterIntoExistingList
            TensorListScatterV2 TensorListSetItem TensorListSplit TensorMapErase TensorMapInsert
            UnbatchDataset UniqueDataset UnwrapDatasetVariant WeightedFlatMapDataset
            WindowDataset WindowOp WrapDatasetVariant ZipDataset
        """,
    ),
    (
        Record(result=Result.RESOURCE, kept=True),
        """
        raw_ops: AnonymousHashTable AnonymousIterator AnonymousIteratorV3
            AnonymousMultiDeviceIteratorV3 AnonymousMutableDenseHashTable
            AnonymousMutableHashTable AnonymousMutableHashTableOfTensors
            BoostedTreesEnsembleResourceHandleOp BoostedTreesQuantileStreamResourceHandleOp
            CSVDataset CSVDatasetV2 CacheDatasetV2 DataServiceDataset DataServiceDatasetV2
            DataServiceDatasetV3 DataServiceDatasetV4 DummyIterationCounter DummyMemoryCache
            DummySeedGenerator ExperimentalCSVDataset ExperimentalGroupByReducerDataset
            ExperimentalLMDBDataset ExperimentalMatchingFilesDataset ExperimentalRandomDataset
            ExperimentalSetStatsAggregatorDataset ExperimentalSqlDataset
            ExperimentalStatsAggregatorHandle ExperimentalThreadPoolDataset
            ExperimentalThreadPoolHandle FIFOQueueV2 FixedLengthRecordDataset
            FixedLengthRecordDatasetV2 FixedLengthRecordReaderV2 GeneratorDataset
            GetSessionHandleV2 GlobalShuffleDataset GroupByReducerDataset HashTableV2
            IdentityReaderV2 Iterator IteratorFromStringHandle IteratorFromStringHandleV2
            IteratorGetNextAsOptional IteratorV2 LMDBDataset ListDataset
            ListSnapshotChunksDataset LoadDataset MatchingFilesDataset MultiDeviceIterator
            MultiDeviceIteratorFromStringHandle MutableDenseHashTableV2
            MutableHashTableOfTensorsV2 MutableHashTableV2 MutexLock MutexV2 OneShotIterator
            PaddingFIFOQueueV2 PriorityQueueV2 RandomDataset RandomDatasetV2
            RandomShuffleQueueV2 RangeDataset ResourceConditionalAccumulator SaveDatasetV2
            SerializeIterator SetStatsAggregatorDataset ShuffleAndRepeatDatasetV2
            ShuffleDatasetV2 ShuffleDatasetV3 SparseTensorSliceDataset SqlDataset StackV2
            StatsAggregatorHandle StatsAggregatorHandleV2 SummaryWriter TFRecordDataset
            TFRecordDatasetV2 TFRecordReaderV2 TensorDataset TensorSliceDataset TextLineDataset
            TextLineReaderV2 ThreadPoolDataset ThreadPoolHandle VarHandleOp WholeFileReaderV2
        """,
    ),
    (
        Record(result=Result.TENSOR, kept=False),
        """
        raw_ops: Abs AccumulateNV2 AccumulatorNumAccumulated AccumulatorTakeGradient Acos Acosh
            Add AddN AddV2 AdjustContrast AdjustContrastv2 AdjustHue AdjustSaturation All Angle
            Any ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam
            ApplyAddSign ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyGradientDescent
            ApplyMomentum ApplyPowerSign ApplyProximalAdagrad ApplyProximalGradientDescent
            ApplyRMSProp ApproximateEqual ArgMax ArgMin AsString Asin Asinh Assign AssignAdd
            AssignSub Atan Atan2 Atanh AudioSpectrogram AudioSummary AudioSummaryV2 AvgPool
            AvgPool3D AvgPool3DGrad AvgPoolGrad BandedTriangularSolve BarrierIncompleteSize
            BarrierReadySize BatchCholesky BatchCholeskyGrad BatchFFT BatchFFT2D BatchFFT3D
            BatchIFFT BatchIFFT2D BatchIFFT3D BatchMatMul BatchMatMulV2 BatchMatMulV3
            BatchMatrixBandPart BatchMatrixDeterminant BatchMatrixDiag BatchMatrixDiagPart
            BatchMatrixInverse BatchMatrixSetDiag BatchMatrixSolve BatchMatrixSolveLs
            BatchMatrixTriangularSolve BatchNormWithGlobalNormalization BatchSelfAdjointEig
            BatchToSpace BatchToSpaceND BesselI0 BesselI0e BesselI1 BesselI1e BesselJ0 BesselJ1
            BesselK0 BesselK0e BesselK1 BesselK1e BesselY0 BesselY1 Betainc BiasAdd BiasAddGrad
            BiasAddV1 Bincount Bitcast BitwiseAnd BitwiseOr BitwiseXor
            BoostedTreesAggregateStats BoostedTreesMakeStatsSummary BroadcastArgs BroadcastTo
            Bucketize CSRSparseMatrixToDense Cast Ceil CheckPinned Cholesky CholeskyGrad
            ClipByValue CollectiveBcastRecv CollectiveBcastRecvV2 CollectiveBcastSend
            CollectiveBcastSendV2 CollectiveGather CollectiveReduce Complex ComplexAbs
            ComputeBatchSize Concat ConcatV2 Conj ConjugateTranspose Const Conv Conv2D
            Conv2DBackpropFilter Conv2DBackpropFilterV2 Conv2DBackpropInput
            Conv2DBackpropInputV2 Conv3D Conv3DBackpropFilter Conv3DBackpropFilterV2
            Conv3DBackpropInput Conv3DBackpropInputV2 Copy CopyHost Cos Cosh CountUpTo
            CropAndResize CropAndResizeGradBoxes CropAndResizeGradImage Cross
            CudnnRNNCanonicalToParams CudnnRNNCanonicalToParamsV2 CudnnRNNParamsSize Cumprod
            Cumsum CumulativeLogsumexp DataFormatDimMap DataFormatVecPermute DatasetCardinality
            DatasetFingerprint DatasetToGraph DatasetToGraphV2 Dawsn DebugGradientIdentity
            DebugGradientRefIdentity DebugIdentity DebugNanCount DebugNumericSummary
            DebugNumericSummaryV2 DecodeAndCropJpeg DecodeBase64 DecodeBmp DecodeCompressed
            DecodeGif DecodeImage DecodeJSONExample DecodeJpeg DecodeJxl DecodePaddedRaw
            DecodePng DecodeRaw DecodeWebP DenseBincount DepthToSpace DepthwiseConv2dNative
            DepthwiseConv2dNativeBackpropFilter DepthwiseConv2dNativeBackpropInput Dequantize
            DestroyTemporaryVariable Diag DiagPart Digamma Dilation2D Dilation2DBackpropFilter
            Dilation2DBackpropInput Div DivNoNan DrawBoundingBoxes DrawBoundingBoxesV2
            DynamicStitch EditDistance Einsum Elu EluGrad EncodeBase64 EncodeJpeg
            EncodeJpegVariableQuality EncodePng EncodeProto EncodeWav EnsureShape Enter Equal
            Erf Erfc Erfinv EuclideanNorm Exit Exp ExpandDims ExperimentalDatasetCardinality
            Expint Expm1 ExtractGlimpse ExtractGlimpseV2 ExtractImagePatches ExtractJpegShape
            ExtractVolumePatches FFT FFT2D FFT3D FFTND Fact FakeParam FakeQuantWithMinMaxArgs
            FakeQuantWithMinMaxArgsGradient FakeQuantWithMinMaxVars
            FakeQuantWithMinMaxVarsPerChannel Fill Fingerprint Floor FloorDiv FloorMod
            FractionalAvgPoolGrad FractionalMaxPoolGrad FresnelCos FresnelSin FusedPadConv2D
            FusedResizeAndPadConv2D Gather GatherNd GatherV2 GetOptions Greater GreaterEqual
            HSVToRGB HistogramFixedWidth HistogramSummary IFFT IFFT2D IFFT3D IFFTND IRFFT
            IRFFT2D IRFFT3D IRFFTND Identity Igamma IgammaGradA Igammac Imag
            ImageProjectiveTransformV2 ImageProjectiveTransformV3 ImageSummary ImmutableConst
            InTopK InTopKV2 InplaceAdd InplaceSub InplaceUpdate Inv InvGrad Invert
            InvertPermutation IsFinite IsInf IsNan IsVariableInitialized KMC2ChainInitialization
            KmeansPlusPlusInitialization L2Loss LRN LRNGrad LeakyRelu LeakyReluGrad LeftShift
            Less LessEqual Lgamma LinSpace Log Log1p LogSoftmax LogicalAnd LogicalNot LogicalOr
            LookupTableFind LookupTableSize LoopCond LowerBound MatMul MatchingFiles
            MatrixBandPart MatrixDeterminant MatrixDiag MatrixDiagPart MatrixDiagPartV2
            MatrixDiagPartV3 MatrixDiagV2 MatrixDiagV3 MatrixExponential MatrixInverse
            MatrixLogarithm MatrixSetDiag MatrixSetDiagV2 MatrixSetDiagV3 MatrixSolve
            MatrixSolveLs MatrixSquareRoot MatrixTriangularSolve Max MaxPool MaxPool3D
            MaxPool3DGrad MaxPool3DGradGrad MaxPoolGrad MaxPoolGradGrad MaxPoolGradGradV2
            MaxPoolGradGradWithArgmax MaxPoolGradV2 MaxPoolGradWithArgmax MaxPoolV2 Maximum Mean
            MergeSummary Mfcc Min Minimum MirrorPad MirrorPadGrad Mod Mul MulNoNan Multinomial
            NcclAllReduce Ndtri Neg NextAfter NextIteration NonMaxSuppression
            NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionWithOverlaps NotEqual
            NthElement OneHot OnesLike OptionalHasValue Pack Pad PadV2 ParallelConcat
            ParallelDynamicStitch ParameterizedTruncatedNormal ParseTensor Placeholder
            PlaceholderV2 PlaceholderWithDefault Polygamma PopulationCount Pow PreventGradient
            Prod QuantizeAndDequantize QuantizeAndDequantizeV2 QuantizeAndDequantizeV3
            QuantizeAndDequantizeV4 QuantizedMatMulWithBiasAndDequantize QueueIsClosed QueueSize
            RFFT RFFT2D RFFT3D RFFTND RGBToHSV RaggedBincount RaggedTensorToTensor
            RaggedTensorToVariantGradient RandomGamma RandomGammaGrad RandomIndexShuffle
            RandomPoisson RandomPoissonV2 RandomShuffle RandomStandardNormal RandomUniform
            RandomUniformInt Range Rank ReadFile ReaderNumRecordsProduced
            ReaderNumWorkUnitsCompleted ReaderSerializeState Real RealDiv Reciprocal
            ReciprocalGrad Recv ReduceJoin RefEnter RefExit RefIdentity RefNextIteration
            RefSelect RegexFullMatch RegexReplace RegisterDataset RegisterDatasetV2 Relu Relu6
            Relu6Grad ReluGrad Reshape ResizeArea ResizeBicubic ResizeBicubicGrad ResizeBilinear
            ResizeBilinearGrad ResizeNearestNeighbor ResizeNearestNeighborGrad Reverse
            ReverseSequence ReverseV2 RightShift Rint Roll Round Rsqrt RsqrtGrad ScalarSummary
            ScaleAndTranslate ScaleAndTranslateGrad ScatterAdd ScatterDiv ScatterMax ScatterMin
            ScatterMul ScatterNd ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdNonAliasingAdd
            ScatterNdSub ScatterNdUpdate ScatterSub ScatterUpdate SdcaFprint SegmentMax
            SegmentMaxV2 SegmentMean SegmentMin SegmentMinV2 SegmentProd SegmentProdV2
            SegmentSum SegmentSumV2 Select SelectV2 SelfAdjointEig Selu SeluGrad
            SerializeManySparse SerializeSparse SerializeTensor SetSize Shape ShardedFilename
            ShardedFilespec Sigmoid SigmoidGrad Sign Sin Sinh Size Slice Snapshot SobolSample
            Softmax Softplus SoftplusGrad Softsign SoftsignGrad SpaceToBatch SpaceToBatchND
            SpaceToDepth SparseApplyAdadelta SparseApplyAdagrad SparseApplyAdagradDA
            SparseApplyAdagradV2 SparseApplyCenteredRMSProp SparseApplyFtrl SparseApplyFtrlV2
            SparseApplyMomentum SparseApplyProximalAdagrad SparseApplyProximalGradientDescent
            SparseApplyRMSProp SparseBincount SparseDenseCwiseAdd SparseDenseCwiseDiv
            SparseDenseCwiseMul SparseMatMul SparseMatrixMatMul SparseMatrixNNZ
            SparseMatrixOrderingAMD SparseReduceMax SparseReduceSum SparseSegmentMean
            SparseSegmentMeanGrad SparseSegmentMeanWithNumSegments SparseSegmentSqrtN
            SparseSegmentSqrtNGrad SparseSegmentSqrtNWithNumSegments SparseSegmentSum
            SparseSegmentSumGrad SparseSegmentSumWithNumSegments SparseSliceGrad SparseSoftmax
            SparseTensorDenseAdd SparseTensorDenseMatMul SparseToDense Spence Sqrt SqrtGrad
            Square SquaredDifference Squeeze StackPop StackPush StatelessMultinomial
            StatelessParameterizedTruncatedNormal StatelessRandomBinomial StatelessRandomGammaV2
            StatelessRandomGammaV3 StatelessRandomNormal StatelessRandomNormalV2
            StatelessRandomPoisson StatelessRandomUniform StatelessRandomUniformFullInt
            StatelessRandomUniformFullIntV2 StatelessRandomUniformInt
            StatelessRandomUniformIntV2 StatelessRandomUniformV2 StatelessShuffle
            StatelessTruncatedNormal StatelessTruncatedNormalV2 StaticRegexFullMatch
            StaticRegexReplace StopGradient StridedSlice StridedSliceAssign StridedSliceGrad
            StringFormat StringJoin StringLength StringLower StringStrip StringToHashBucket
            StringToHashBucketFast StringToHashBucketStrong StringToNumber StringUpper Sub
            Substr Sum TPUCompilationResult TPUEmbeddingActivations TPUPartitionedInput
            TPUPartitionedInputV2 TPUReplicatedInput Tan Tanh TanhGrad TensorArrayGather
            TensorArrayGatherV2 TensorArrayPack TensorArrayRead TensorArrayReadV2
            TensorArrayScatter TensorArrayScatterV2 TensorArraySize TensorArraySizeV2
            TensorArraySplit TensorArraySplitV2 TensorArrayUnpack TensorArrayWrite
            TensorArrayWriteV2 TensorListElementShape TensorListGather TensorListGetItem
            TensorListLength TensorListStack TensorMapHasKey TensorMapLookup TensorMapSize
            TensorMapStackKeys TensorScatterAdd TensorScatterMax TensorScatterMin
            TensorScatterSub TensorScatterUpdate TensorStridedSliceUpdate TensorSummary
            TensorSummaryV2 Tile TileGrad ToBool Transpose TridiagonalMatMul TridiagonalSolve
            TruncateDiv TruncateMod TruncatedNormal Unbatch UnbatchGrad UnicodeEncode
            UnicodeScript UnicodeTranscode UniformDequantize UniformQuantize UniformQuantizedAdd
            UniformQuantizedClipByValue UniformQuantizedConvolution
            UniformQuantizedConvolutionHybrid UniformQuantizedDot UniformQuantizedDotHybrid
            UniformRequantize UnravelIndex UnsortedSegmentJoin UnsortedSegmentMax
            UnsortedSegmentMin UnsortedSegmentProd UnsortedSegmentSum UpperBound Where Xdivy
            XlaConcatND XlaSparseDenseMatmulGradWithSgdAndCsrInput
            XlaSparseDenseMatmulGradWithSgdAndStaticBufferSize XlaSparseDenseMatmulWithCsrInput
            XlaSparseDenseMatmulWithStaticBufferSize Xlog1py Xlogy ZerosLike Zeta
        """,
    ),
    (
        Record(result=Result.TENSOR, kept=True),
        """
        raw_ops: AddManySparseToTensorsMap AddSparseToTensorsMap AllToAll Barrier
            BoostedTreesCenterBias BoostedTreesExampleDebugOutputs BoostedTreesPredict
            CheckNumerics CheckNumericsV2 CollectiveAllToAllV2 CollectiveAllToAllV3
            CollectiveGatherV2 CollectivePermute CollectiveReduceScatterV2 CollectiveReduceV2
            CollectiveReduceV3 ConditionalAccumulator ConfigureDistributedTPU CrossReplicaSum
            DebugIdentityV2 DebugIdentityV3 DeepCopy DeviceIndex Empty
            ExperimentalIteratorGetDevice ExperimentalStatsAggregatorSummary FIFOQueue FakeQueue
            FixedLengthRecordReader GetSessionHandle GetSessionTensor GlobalIterId
            GuaranteeConst HashTable IdentityReader InfeedDequeue
            IsBoostedTreesEnsembleInitialized IsBoostedTreesQuantileStreamResourceInitialized
            IsTPUEmbeddingInitialized IteratorGetDevice IteratorGetModelProto
            IteratorToStringHandle LMDBReader LoadAndRemapMatrix LookupTableFindV2
            LookupTableSizeV2 MapIncompleteSize MapSize MultiDeviceIteratorInit
            MultiDeviceIteratorToStringHandle MutableDenseHashTable MutableHashTable
            MutableHashTableOfTensors NcclBroadcast NcclReduce NonDeterministicInts
            OrderedMapIncompleteSize OrderedMapSize OutfeedDequeue OutfeedDequeueV2
            PaddingFIFOQueue Print PriorityQueue QueueIsClosedV2 QueueSizeV2 RandomCrop
            RandomShuffleQueue ReadVariableOp ReaderNumRecordsProducedV2
            ReaderNumWorkUnitsCompletedV2 ReaderSerializeStateV2 RecordInput
            ResourceAccumulatorNumAccumulated ResourceAccumulatorTakeGradient ResourceCountUpTo
            ResourceGather ResourceGatherNd Restore RestoreSlice
            RetrieveTPUEmbeddingStochasticGradientDescentParameters RngReadAndSkip
            SparseConditionalAccumulator Stack StackPopV2 StackPushV2 StageSize
            StatefulRandomBinomial StatefulStandardNormal StatefulStandardNormalV2
            StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt
            StatelessRandomGetAlg StatsAggregatorSummary TFRecordReader TPUDummyInput
            TPUOrdinalSelector TemporaryVariable TensorArray TensorArrayGatherV3 TensorArrayGrad
            TensorArrayGradV2 TensorArrayReadV3 TensorArrayScatterV3 TensorArraySizeV3
            TensorArraySplitV3 TensorArrayV2 TensorArrayWriteV3 TextLineReader Timestamp
            VarIsInitializedOp Variable VariableShape VariableV2 WholeFileReader WorkerHeartbeat
            XlaSparseCoreSgd
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("a_val_grad", "b_val_grad"), kept=False),
        """
        raw_ops: SparseAddGrad
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("audio", "sample_rate"), kept=False),
        """
        raw_ops: DecodeWav
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("d_values", "d_default_value"), kept=False),
        """
        raw_ops: RaggedFillEmptyRowsGrad SparseFillEmptyRowsGrad
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("e", "v"), kept=False),
        """
        raw_ops: BatchSelfAdjointEigV2 Eig SelfAdjointEigV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("group_size", "group_key"), kept=False),
        """
        raw_ops: CollectiveAssignGroupV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("key", "counter"), kept=False),
        """
        raw_ops: StatelessRandomGetKeyCounter
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("key", "value"), kept=False),
        """
        raw_ops: ReaderRead
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("key", "value"), kept=True),
        """
        raw_ops: ReaderReadV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("keys", "values"), kept=False),
        """
        raw_ops: LookupTableExport ReaderReadUpTo
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("keys", "values"), kept=True),
        """
        raw_ops: LookupTableExportV2 ReaderReadUpToV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("loss", "backprop"), kept=False),
        """
        raw_ops: SoftmaxCrossEntropyWithLogits SparseSoftmaxCrossEntropyWithLogits
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("loss", "gradient"), kept=False),
        """
        raw_ops: CTCLoss CTCLossV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("lu", "p"), kept=False),
        """
        raw_ops: Lu
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("max_ids_per_sparse_core", "max_unique_ids_per_sparse_core"),
            kept=False,
        ),
        """
        raw_ops: GetStatsFromListOfSparseCoreCooTensors
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("nearest_center_indices", "nearest_center_distances"),
            kept=False,
        ),
        """
        raw_ops: NearestNeighbors
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("ngrams", "ngrams_splits"), kept=False),
        """
        raw_ops: StringNGrams
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("out", "idx"), kept=False),
        """
        raw_ops: ListDiff
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output", "argmax"), kept=False),
        """
        raw_ops: MaxPoolWithArgmax
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output", "segments"), kept=False),
        """
        raw_ops: IsotonicRegression
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output", "sorted_unique_indices"), kept=False),
        """
        raw_ops: SparseSegmentMeanGradV2 SparseSegmentSqrtNGradV2 SparseSegmentSumGradV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output", "value_index"), kept=False),
        """
        raw_ops: Merge RefMerge
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output_false", "output_true"), kept=False),
        """
        raw_ops: RefSwitch Switch
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output_indices", "output_shape"), kept=False),
        """
        raw_ops: SparseReshape
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output_indices", "output_values"), kept=False),
        """
        raw_ops: SparseReorder SparseSparseMaximum SparseSparseMinimum
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("output_min", "output_max"), kept=False),
        """
        raw_ops: RequantizationRange RequantizationRangePerChannel
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=2, fields=("output_values", "output_row_splits"), kept=False
        ),
        """
        raw_ops: RaggedCross
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("parameters", "accumulators"), kept=True),
        """
        raw_ops: RetrieveTPUEmbeddingAdagradParameters
            RetrieveTPUEmbeddingProximalAdagradParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("parameters", "last_hit_step"), kept=True),
        """
        raw_ops: RetrieveTPUEmbeddingFrequencyEstimatorParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("parameters", "momenta"), kept=True),
        """
        raw_ops: RetrieveTPUEmbeddingMomentumParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("q", "r"), kept=False),
        """
        raw_ops: Qr
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("r0", "r1"), kept=False),
        """
        raw_ops: BroadcastGradientArgs
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("remapping", "num_present"), kept=False),
        """
        raw_ops: GenerateVocabRemapping
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("rois", "roi_probabilities"), kept=False),
        """
        raw_ops: GenerateBoundingBoxProposals
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("row_splits", "char_values"), kept=False),
        """
        raw_ops: UnicodeDecode
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=2, fields=("rt_nested_splits", "rt_dense_values"), kept=False
        ),
        """
        raw_ops: RaggedRange
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=2, fields=("selected_indices", "valid_outputs"), kept=False
        ),
        """
        raw_ops: NonMaxSuppressionV4
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("sign", "log_abs_determinant"), kept=False),
        """
        raw_ops: LogMatrixDeterminant
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("stamp_token", "tree_ensemble_serialized"),
            kept=True,
        ),
        """
        raw_ops: BoostedTreesSerializeEnsemble
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("tensor", "lengths"), kept=False),
        """
        raw_ops: TensorListConcat TensorListConcatV2
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("updated_embedding_table", "updated_accumulator"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulGradWithAdagradAndCsrInput
            XlaSparseDenseMatmulGradWithAdagradAndStaticBufferSize
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("updated_embedding_table", "updated_accumulator"),
            kept=True,
        ),
        """
        raw_ops: XlaSparseCoreAdagrad
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=2,
            fields=("updated_embedding_table", "updated_weights"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcGradWithSgdAndCsrInput
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("value", "lengths"), kept=False),
        """
        raw_ops: TensorArrayConcat TensorArrayConcatV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("value", "lengths"), kept=True),
        """
        raw_ops: TensorArrayConcatV3
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("values", "indices"), kept=False),
        """
        raw_ops: ApproxTopK TopK TopKV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=2, fields=("y", "idx"), kept=False),
        """
        raw_ops: Unique UniqueV2
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("activations", "min_activations", "max_activations"),
            kept=False,
        ),
        """
        raw_ops: QuantizedRelu QuantizedRelu6 QuantizedReluX
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("activations", "preserved_valencies", "preserved_vectors"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcWithCsrInput
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("backprops_wrt_input", "backprop_wrt_min", "backprop_wrt_max"),
            kept=False,
        ),
        """
        raw_ops: FakeQuantWithMinMaxVarsGradient FakeQuantWithMinMaxVarsPerChannelGradient
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("begin", "size", "bboxes"), kept=False),
        """
        raw_ops: StatelessSampleDistortedBoundingBox
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("begin", "size", "bboxes"), kept=True),
        """
        raw_ops: SampleDistortedBoundingBox SampleDistortedBoundingBoxV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("indices", "ids", "weights"), kept=False),
        """
        raw_ops: ComputeAccidentalHits
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("indices", "values", "dense_shape"), kept=False
        ),
        """
        raw_ops: CSRSparseMatrixToSparseTensor
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("indices", "values", "shape"), kept=False),
        """
        raw_ops: SparseAccumulatorTakeGradient StringSplit StringSplitV2
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("input_backprop", "input_min_backprop", "input_max_backprop"),
            kept=False,
        ),
        """
        raw_ops: QuantizeAndDequantizeV4Grad
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("key", "counter", "alg"), kept=False),
        """
        raw_ops: StatelessRandomGetKeyCounterAlg
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("out", "min_out", "max_out"), kept=False),
        """
        raw_ops: QuantizedMatMul QuantizedMatMulWithBias QuantizedMatMulWithBiasAndRelu
            QuantizedMatMulWithBiasAndReluAndRequantize QuantizedMatMulWithBiasAndRequantize
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("output", "min_out", "max_out"), kept=False),
        """
        raw_ops: QuantizedBiasAdd
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("output", "min_output", "max_output"), kept=False
        ),
        """
        raw_ops: QuantizedAvgPool QuantizedConv2D QuantizedConv2DAndRelu
            QuantizedConv2DAndReluAndRequantize QuantizedConv2DAndRequantize
            QuantizedConv2DPerChannel QuantizedConv2DWithBias QuantizedConv2DWithBiasAndRelu
            QuantizedConv2DWithBiasAndReluAndRequantize QuantizedConv2DWithBiasAndRequantize
            QuantizedConv2DWithBiasSignedSumAndReluAndRequantize
            QuantizedConv2DWithBiasSumAndRelu QuantizedConv2DWithBiasSumAndReluAndRequantize
            QuantizedDepthwiseConv2D QuantizedDepthwiseConv2DWithBias
            QuantizedDepthwiseConv2DWithBiasAndRelu
            QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize QuantizedMaxPool
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("output", "output_min", "output_max"), kept=False
        ),
        """
        raw_ops: QuantizeDownAndShrinkRange QuantizeV2 QuantizedConcat QuantizedReshape
            Requantize RequantizePerChannel
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("output", "row_pooling_sequence", "col_pooling_sequence"),
            kept=False,
        ),
        """
        raw_ops: FractionalAvgPool FractionalMaxPool
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("output_indices", "output_values", "output_dense_shape"),
            kept=False,
        ),
        """
        raw_ops: DenseCountSparseOutput RaggedCountSparseOutput SparseCountSparseOutput
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("output_indices", "output_values", "output_shape"),
            kept=False,
        ),
        """
        raw_ops: SparseConcat SparseCross SparseCrossHashed SparseCrossV2 SparseReduceMaxSparse
            SparseReduceSumSparse SparseSlice
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("parameters", "accumulators", "linears"), kept=True
        ),
        """
        raw_ops: RetrieveTPUEmbeddingFTRLParameters
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("parameters", "accumulators", "momenta"), kept=True
        ),
        """
        raw_ops: RetrieveTPUEmbeddingAdagradMomentumParameters
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("parameters", "accumulators", "updates"), kept=True
        ),
        """
        raw_ops: RetrieveTPUEmbeddingAdadeltaParameters
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("parameters", "momenta", "velocities"), kept=True
        ),
        """
        raw_ops: RetrieveTPUEmbeddingADAMParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("parameters", "ms", "mom"), kept=True),
        """
        raw_ops: RetrieveTPUEmbeddingRMSPropParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("parameters", "v", "m"), kept=True),
        """
        raw_ops: RetrieveTPUEmbeddingProximalYogiParameters
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("partial_logits", "tree_ids", "node_ids"),
            kept=True,
        ),
        """
        raw_ops: BoostedTreesTrainingPredict
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("resized_images", "out_min", "out_max"), kept=False
        ),
        """
        raw_ops: QuantizedResizeBilinear
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=3, fields=("result", "result_min", "result_max"), kept=False
        ),
        """
        raw_ops: QuantizedBatchNormWithGlobalNormalization
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("result_indices", "result_values", "result_shape"),
            kept=False,
        ),
        """
        raw_ops: DenseToDenseSetOperation DenseToSparseSetOperation SparseToSparseSetOperation
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("row_ids", "col_ids", "gains"), kept=True),
        """
        raw_ops: ConvertToCooTensor
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("row_ptrs", "col_inds", "values"), kept=False),
        """
        raw_ops: CSRSparseMatrixComponents
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("row_splits", "char_values", "char_to_byte_starts"),
            kept=False,
        ),
        """
        raw_ops: UnicodeDecodeWithOffsets
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("s", "u", "v"), kept=False),
        """
        raw_ops: BatchSvd Svd
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("sampled_candidates", "true_expected_count", "sampled_expected_count"),
            kept=True,
        ),
        """
        raw_ops: AllCandidateSampler FixedUnigramCandidateSampler LearnedUnigramCandidateSampler
            LogUniformCandidateSampler ThreadUnsafeUnigramCandidateSampler
            UniformCandidateSampler
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("selected_indices", "selected_scores", "valid_outputs"),
            kept=False,
        ),
        """
        raw_ops: NonMaxSuppressionV5
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("sparse_indices", "sparse_values", "sparse_dense_shape"),
            kept=False,
        ),
        """
        raw_ops: RaggedTensorToSparse
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("sparse_indices", "sparse_values", "sparse_shape"),
            kept=False,
        ),
        """
        raw_ops: DeserializeManySparse DeserializeSparse
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("sparse_indices", "sparse_values", "sparse_shape"),
            kept=True,
        ),
        """
        raw_ops: TakeManySparseFromTensorsMap
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("stats_summary_indices", "stats_summary_values", "stats_summary_shape"),
            kept=False,
        ),
        """
        raw_ops: BoostedTreesSparseAggregateStats
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("sum_indices", "sum_values", "sum_shape"),
            kept=False,
        ),
        """
        raw_ops: SparseAdd
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_accumulator", "updated_linear"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulGradWithFtrlAndCsrInput
            XlaSparseDenseMatmulGradWithFtrlAndStaticBufferSize
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_accumulator", "updated_linear"),
            kept=True,
        ),
        """
        raw_ops: XlaSparseCoreFtrl
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_accumulator", "updated_momenta"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulGradWithAdagradMomentumAndCsrInput
            XlaSparseDenseMatmulGradWithAdagradMomentumAndStaticBufferSize
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_accumulator", "updated_momentum"),
            kept=True,
        ),
        """
        raw_ops: XlaSparseCoreAdagradMomentum
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_accumulator", "updated_weights"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradAndCsrInput
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_momenta", "updated_velocity"),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulGradWithAdamAndCsrInput
            XlaSparseDenseMatmulGradWithAdamAndStaticBufferSize
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=3,
            fields=("updated_embedding_table", "updated_velocity", "updated_momentum"),
            kept=True,
        ),
        """
        raw_ops: XlaSparseCoreAdam
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("y", "idx", "count"), kept=False),
        """
        raw_ops: UniqueWithCounts UniqueWithCountsV2
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("y", "y_min", "y_max"), kept=False),
        """
        raw_ops: QuantizedInstanceNorm
        """,
    ),
    (
        Record(result=Result.TUPLE, size=3, fields=("z", "min_z", "max_z"), kept=False),
        """
        raw_ops: QuantizedAdd QuantizedMul
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("d_x", "d_h_prev", "d_c_bar", "d_r_bar_u_bar"),
            kept=False,
        ),
        """
        raw_ops: GRUBlockCellGrad
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("decoded_indices", "decoded_values", "decoded_shape", "log_probability"),
            kept=False,
        ),
        """
        raw_ops: CTCGreedyDecoder
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("input_backprop", "input_h_backprop", "input_c_backprop", "params_backprop"),
            kept=False,
        ),
        """
        raw_ops: CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("nmsed_boxes", "nmsed_scores", "nmsed_classes", "valid_detections"),
            kept=False,
        ),
        """
        raw_ops: CombinedNonMaxSuppression
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("output", "output_h", "output_c", "reserve_space"),
            kept=False,
        ),
        """
        raw_ops: CudnnRNN
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("output_indices", "output_values", "empty_row_indicator", "reverse_index_map"),
            kept=False,
        ),
        """
        raw_ops: SparseFillEmptyRows
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=(
                "output_value_rowids",
                "output_values",
                "empty_row_indicator",
                "reverse_index_map",
            ),
            kept=False,
        ),
        """
        raw_ops: RaggedFillEmptyRows
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("parameters", "accumulators", "weights", "benefits"),
            kept=True,
        ),
        """
        raw_ops: RetrieveTPUEmbeddingMDLAdagradLightParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=4, fields=("parameters", "ms", "mom", "mg"), kept=True),
        """
        raw_ops: RetrieveTPUEmbeddingCenteredRMSPropParameters
        """,
    ),
    (
        Record(result=Result.TUPLE, size=4, fields=("r", "u", "c", "h"), kept=False),
        """
        raw_ops: GRUBlockCell
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=("sorted_row_ids", "sorted_col_ids", "sorted_gains", "id_counts"),
            kept=False,
        ),
        """
        raw_ops: SortListOfSparseCoreCooTensors
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=(
                "updated_embedding_table",
                "updated_accumulator",
                "updated_linear",
                "updated_weights",
            ),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcGradWithFtrlAndCsrInput
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=(
                "updated_embedding_table",
                "updated_accumulator",
                "updated_momenta",
                "updated_weights",
            ),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdagradMomentumAndCsrInput
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=4,
            fields=(
                "updated_embedding_table",
                "updated_momenta",
                "updated_velocity",
                "updated_weights",
            ),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmulCustomCombinerOnTcGradWithAdamAndCsrInput
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=(
                "activations",
                "row_pointers",
                "sorted_embedding_ids",
                "sorted_sample_ids",
                "sorted_gains",
            ),
            kept=False,
        ),
        """
        raw_ops: XlaSparseDenseMatmul
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=("cs_prev_grad", "dicfo", "wci_grad", "wcf_grad", "wco_grad"),
            kept=False,
        ),
        """
        raw_ops: LSTMBlockCellGrad
        """,
    ),
    (
        Record(result=Result.TUPLE, size=5, fields=("dx", "dm", "dv", "db", "dg"), kept=False),
        """
        raw_ops: BatchNormWithGlobalNormalizationGrad
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=("output", "output_h", "output_c", "reserve_space", "host_reserved"),
            kept=False,
        ),
        """
        raw_ops: CudnnRNNV2 CudnnRNNV3
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=(
                "stamp_token",
                "num_trees",
                "num_finalized_trees",
                "num_attempted_layers",
                "last_layer_nodes_range",
            ),
            kept=True,
        ),
        """
        raw_ops: BoostedTreesGetEnsembleStates
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=(
                "x_backprop",
                "scale_backprop",
                "offset_backprop",
                "reserve_space_3",
                "reserve_space_4",
            ),
            kept=False,
        ),
        """
        raw_ops: FusedBatchNormGrad FusedBatchNormGradV2
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=(
                "x_backprop",
                "scale_backprop",
                "offset_backprop",
                "reserve_space_4",
                "reserve_space_5",
            ),
            kept=False,
        ),
        """
        raw_ops: FusedBatchNormGradV3
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=5,
            fields=("y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2"),
            kept=False,
        ),
        """
        raw_ops: FusedBatchNorm FusedBatchNormV2
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=6,
            fields=(
                "y",
                "batch_mean",
                "batch_variance",
                "reserve_space_1",
                "reserve_space_2",
                "reserve_space_3",
            ),
            kept=False,
        ),
        """
        raw_ops: FusedBatchNormV3
        """,
    ),
    (
        Record(
            result=Result.TUPLE, size=7, fields=("i", "cs", "f", "o", "ci", "co", "h"), kept=False
        ),
        """
        raw_ops: BlockLSTM BlockLSTMV2 LSTMBlockCell
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=7,
            fields=(
                "node_ids",
                "gains",
                "feature_dimensions",
                "thresholds",
                "left_node_contribs",
                "right_node_contribs",
                "split_with_default_directions",
            ),
            kept=False,
        ),
        """
        raw_ops: BoostedTreesCalculateBestFeatureSplit
            BoostedTreesSparseCalculateBestFeatureSplit
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=7,
            fields=(
                "row_pointers",
                "sorted_sample_ids",
                "sorted_token_ids",
                "sorted_gains",
                "row_pointers_unpadded_size",
                "ids_unpadded_size",
                "num_minibatches_per_physical_sparse_core",
            ),
            kept=True,
        ),
        """
        raw_ops: GetMinibatchesInCsrWithPhysicalReplica
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=7,
            fields=(
                "row_pointers",
                "sorted_sample_ids",
                "sorted_token_ids",
                "sorted_gains",
                "row_pointers_unpadded_size",
                "ids_unpadded_size",
                "num_minibatches_per_sc",
            ),
            kept=False,
        ),
        """
        raw_ops: ConvertToSparseCoreCsrWrappedCooTensor
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=7,
            fields=(
                "sorted_row_ids",
                "sorted_col_ids",
                "sorted_gains",
                "splits",
                "id_counts",
                "max_ids",
                "max_uniques",
            ),
            kept=True,
        ),
        """
        raw_ops: GetMinibatchSplitsWithPhysicalReplica
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=8,
            fields=(
                "node_ids",
                "gains",
                "feature_ids",
                "feature_dimensions",
                "thresholds",
                "left_node_contribs",
                "right_node_contribs",
                "split_with_default_directions",
            ),
            kept=False,
        ),
        """
        raw_ops: BoostedTreesCalculateBestFeatureSplitV2
        """,
    ),
    (
        Record(
            result=Result.TUPLE,
            size=8,
            fields=(
                "x_grad",
                "cs_prev_grad",
                "h_prev_grad",
                "w_grad",
                "wci_grad",
                "wcf_grad",
                "wco_grad",
                "b_grad",
            ),
            kept=False,
        ),
        """
        raw_ops: BlockLSTMGrad BlockLSTMGradV2
        """,
    ),
)
