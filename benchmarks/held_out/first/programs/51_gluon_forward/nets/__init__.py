from .blocks import ConvBN, Tower
