# What is asked of symbols.
class Net(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(1)
            self.weight = self.params.get("weight")
            self.other = gluon.Parameter("other")
            self.seen = []
            self.blocks = [nn.Dense(1)]

    def hybrid_forward(self, F, x, weight):
        print(x)
        print(x.shape)
        a = x.asnumpy()
        b = x.asscalar()
        c = x.shape[0]
        if x > 0:
            y0 = x + 1
        if F is mx.nd:
            print(x)
        if F.__name__ == "mxnet.ndarray":
            print(x)
        if hasattr(x, "asnumpy"):
            print(x)
        e = bool(x)
        g = x and weight
        h = not x
        i = 1 if x > 0 else 2
        j = mx.nd.relu(x)
        k = mx.nd.zeros((1,))
        m = mx.nd.zeros((1,)) + x
        n = np.zeros(3) + x
        o = np.sin(x)
        p = F.concat(x, np.zeros(3))
        q = F.relu(np.zeros(3))
        y2 = x
        y2 += 1
        y3 = F.relu(x)
        y3[0] = 1
        y = -x
        z = x % 2
        self.count = 1
        self.count += 1
        self.seen.append(x)
        self.dense2 = nn.Dense(1)
        aa = self.blocks[0](x)
        ab = self.dense(x).reshape((-1,)).sum().mean()
        ac = F.split(x, 2)
        ad = F.split(x, 2)[0]
        ah = abs(x)
        ai = float(x)
        aj = int(x)
        ao = mx.nd.array([1.0]).reshape((1,)).expand_dims(0) * x
        ap = x.astype("f").attach_grad()
        aq = x.wait_to_read()
        ar = x.context
        at = x.dtype
        au = F.broadcast_add(x, weight)
        av = x * weight
        aw = x == weight
        ax = x.T
        az = 2 ** x
        ba = F.random.normal(shape=x.shape)
        bb = mx.random.normal()
        bc = random.random()
        bd = mx.autograd.is_training()
        be = mx.nd.array(x)
        bf = x.copyto(mx.cpu())
        bg = x.as_in_context(mx.cpu())
        bi = x is weight
        bk = f"{x}"
        return x


net = Net()
net.hybridize()
net(mx.nd.zeros((1,)))


# --
# The same of what several symbols may come in by.
class Rows(gluon.HybridBlock):
    def hybrid_forward(self, F, x, y):
        a = F.relu(x)
        b = len(a)
        for row in a:
            print(row)
        c = [r for r in a if r > 0]
        d = a[0]
        e = a[0, 1]
        f = a[:, 1]
        g = a[1:2]
        h = a["a"]
        i = a[F.zeros((1,))]
        j = max(a, 0)
        k = sum(a)
        m = min(a)
        n = sorted(a)
        o = enumerate(a)
        p = zip(a, a)
        q = list(a)
        r = a in [y]
        s = a ** 2
        t = 2 ** a
        u = a % 2
        v = "%s" % a
        w = F.split(a, 2)[0][0]
        z = a[y]
        aa = (a + y)[0]
        ab = (-a)[0]
        ac = (a if y is None else y)[0]
        ad = a[0][1]
        ae = self.weight(a)[0]
        af = a.reshape((1,))[0]
        ag = a.split(2)[0]
        ah = F.concat(a, y)[0]
        ai = F.broadcast_add(a, y) + a
        aj = a.sum() * a
        ak = a.sum(axis=1) + y
        al = a.mean(axis=1, keepdims=True) + a
        am = a == y
        return a


block = Rows()
block.hybridize()
block(mx.nd.zeros((1,)), mx.nd.zeros((1,)))

# --
# What comes in, and what goes out.
class Pair(gluon.HybridBlock):
    def hybrid_forward(self, F, x, *states, **kwargs):
        first = states[0]
        joined = F.concat(*states, dim=0)
        for state in states:
            x = x + state
        return {"a": x}


class Rows(gluon.HybridBlock):
    def hybrid_forward(self, F, x, states):
        a, b = states
        return [x, [a, b]], None


class Default(gluon.HybridBlock):
    def hybrid_forward(self, F, x, mask=None, flag=True):
        if mask is not None:
            x = x * mask
        if flag:
            x = x + 1
        return x, 3


class Sub(Default):
    def __init__(self):
        super().__init__()
        self.cell = gluon.rnn.LSTM(3)

    def hybrid_forward(self, F, x):
        out = self.cell(x)
        out, state = self.cell(x, [x])
        return super().hybrid_forward(F, x)


for block in (Pair(), Rows(), Default(), Sub()):
    block.hybridize()
    block(mx.nd.zeros((1,)), mx.nd.zeros((1,)))


# --
# Overriding what makes the graph.
class Plain(gluon.HybridBlock):
    def forward(self, x):
        return mx.nd.relu(x)


class Onward(gluon.HybridBlock):
    def forward(self, x):
        return super().forward(x)


class Cached(gluon.HybridBlock):
    def forward(self, x):
        return self._call_cached_op(x)


class Itself(gluon.HybridBlock):
    def forward(self, x):
        return self.hybrid_forward(mx.nd, x)

    def hybrid_forward(self, F, x):
        return x


class Called(gluon.HybridBlock):
    def __call__(self, x):
        return super().__call__(x)


# --
# Functions of arrays, by what symbols have in their place.
class Namespaces(gluon.HybridBlock):
    def hybrid_forward(self, F, x, y):
        a = F.concatenate([x, y])
        b = F.add(x, y)
        c = F.subtract(x, y)
        d = F.multiply(x, y)
        e = F.divide(x, y)
        f = F.true_divide(x, y)
        g = F.modulo(x, y)
        h = F.equal(x, y)
        i = F.not_equal(x, y)
        j = F.greater(x, y)
        k = F.greater_equal(x, y)
        m = F.lesser(x, y)
        n = F.lesser_equal(x, y)
        o = F.logical_and(x, y)
        p = F.logical_or(x, y)
        q = F.logical_xor(x, y)
        r = F.moveaxis(x, 0, 1)
        s = F.empty((1,))
        t = F.array([1.0])
        u = F.arange(3)
        np.exp(x)
        np.exp2(x)
        np.expm1(x)
        np.log(x)
        np.log2(x)
        np.log10(x)
        np.log1p(x)
        np.sqrt(x)
        np.cbrt(x)
        np.cos(x)
        np.tan(x)
        np.arcsin(x)
        np.arccos(x)
        np.arctan(x)
        np.sinh(x)
        np.cosh(x)
        np.tanh(x)
        np.maximum(x, y)
        np.minimum(x, y)
        np.fmax(x, y)
        np.fmin(x, y)
        np.arctan2(x, y)
        np.hypot(x, y)
        np.floor(x)
        np.ceil(x)
        np.rint(x)
        np.abs(x)
        return x


# --
# Symbols beside what is summed over.
class Broadcasts(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        s = F.sum(x, axis=1, keepdims=True)
        a = x + s
        b = x - s
        c = x * s
        d = x / s
        e = x % s
        f = x**s
        g = x < s
        h = x <= s
        i = x > s
        j = x >= s
        k = x == s
        m = x != s
        n = F.maximum(x, s)
        o = F.minimum(x, s)
        p = F.broadcast_sub(x, s)
        q = s - x
        r = x - F.mean(x)
        t = x - F.max(x, axis=0)
        u = x - x.sum(axis=1)
        v = x - x.mean(axis=1, keepdims=True)
        return x


# --
# What has one output, and what has several.
class Several(gluon.HybridBlock):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(1)
        self.chain = nn.HybridSequential()
        self.beside = nn.HybridConcurrent()
        self.lstm = gluon.rnn.LSTM(2)
        self.cell = gluon.rnn.LSTMCell(2)

    def hybrid_forward(self, F, x, y):
        len(x)
        len(F.relu(x))
        len(x + y)
        len(-x)
        len(x > y)
        len(x == y)
        len(x if y is None else y)
        len(F.split(x, 2))
        len(F.split_v2(x, 2))
        len(F.SliceChannel(x, 2))
        len(F.slice_channel(x, 2))
        len(F.topk(x))
        len(F.RNN(x))
        len(F.Custom(x))
        len(F.moments(x))
        len(F.meshgrid(x))
        len(F.array_split(x, 2))
        len(F.hsplit(x, 2))
        len(F.vsplit(x, 2))
        len(F.dsplit(x, 2))
        len(F.unique(x))
        len(F.nonzero(x))
        len(F.Group([x]))
        len(F.broadcast_arrays(x))
        len(F.BatchNorm(x))
        len(F.LayerNorm(x))
        len(F.MultiBoxTarget(x))
        len(F.Proposal(x))
        len(F.MultiProposal(x))
        len(F.gelqf(x))
        len(F.linalg_gelqf(x))
        len(F.linalg_slogdet(x))
        len(F.linalg_syevd(x))
        len(F.slogdet(x))
        len(F.syevd(x))
        len(F.amp_multicast(x))
        len(F.multi_sum_sq(x))
        len(F.contrib.foreach(x))
        len(F.contrib.bipartite_matching(x))
        len(F.contrib.box_encode(x))
        len(F.split(x, 2)[0])
        len(F.split_v2(x, 2)[0])
        len(F.SliceChannel(x, 2)[0])
        len(F.slice_channel(x, 2)[0])
        len(F.topk(x)[0])
        len(F.moments(x)[0])
        len(F.array_split(x, 2)[0])
        len(F.hsplit(x, 2)[0])
        len(F.vsplit(x, 2)[0])
        len(F.meshgrid(x)[0])
        len(x.split(2))
        len(x.topk())
        len(x.relu())
        len(x.reshape((1, 2)))
        len(self.dense(x))
        len(self.chain(x))
        len(self.beside(x))
        len(self.lstm(x))
        len(self.cell(x, y))
        for row in F.split(x, 2):
            y = row
        for row in F.relu(x):
            y = row
        for row in F.concat(x, y):
            y = row
        a = F.concat(*[x, y])
        b = F.stack(x, y)
        c = F.add_n(x, y)
        return x


# --
# Results that have other parts while a block is trained, however they are put together.
class ByMode(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():
            return tuple([x, x + 1])
        return tuple([x])


class TheSameByMode(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():
            return tuple([x, x + 1])
        return tuple([x, x + 1])


class WrittenOutByMode(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        if mx.autograd.is_training():
            return x, x + 1
        return [x]


for made in (ByMode(), TheSameByMode(), WrittenOutByMode()):
    made.hybridize()
    with mx.autograd.record():
        made(mx.nd.ones(3))
    made(mx.nd.ones(3))


# --
# What asks a symbol for its items, their number, or its truth.
class Asks(gluon.HybridBlock):
    def hybrid_forward(self, F, x, y):
        x = F.relu(x)
        y = F.relu(y)
        found = []
        for a, b in zip([x], y):
            found.append(a)
        for i, a in enumerate(x):
            found.append(a)
        for a in reversed(x):
            found.append(a)
        for a in [x, y]:
            found.append(a)
        sum(x)
        sum([x, y])
        list(x)
        tuple(x)
        sorted(x)
        max(x, 1)
        min(x, y)
        max(1, 2)
        len(x)
        len(found)
        bool(x)
        assert x
        return x


net = Asks()
net.initialize()
net.hybridize()
net(mx.nd.ones((2, 2)), mx.nd.ones((2, 2)))
