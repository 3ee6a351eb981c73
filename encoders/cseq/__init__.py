"""Schema *cseq* of mode lazyseq: the published sequentialization, executed symbolically as one run."""
