"""What is added to a pointer may be so large that the sum would be in another object (see `goto/addresses`).

`unsigned n = end - start` with `end < start` is a number just below 2^32, which is how far objects are apart: `p + n`
would be a few bytes into the next one, where the real program has left its memory. So such a number counts as a
distance at which nothing is. What is left as it is:

- an `int`: only one in a billion of its values leads to another object, and overflowing it is a violation by itself;
- an exact multiple of 2^32 in a type of 64 bits: `p += new - old` moves a pointer along with its object.
"""

from __future__ import annotations

from esbmc_py.goto.addresses import ADDRESS_SPACES
from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.types import IntType

from .architecture import UNSIGNED_LONG_LONG
from .operators import binary, convert

_SPACE = ADDRESS_SPACES[64]
_LEAST_WIDTH = 32  # of the index: less than that leads nowhere
_FAR = 1 << 31  # so many bytes from everything, and still counted as the same object's


def may_be_far(offset: Expression, index: IntType) -> bool:
    small = index.width < _LEAST_WIDTH or (index.width == _LEAST_WIDTH and index.signed)
    return not (small or isinstance(offset, Const)) and offset.type.width == _SPACE.pointer_bits


def within_object(offset: Expression, index: IntType) -> Expression:
    """`offset`, which so many elements are; `_FAR`, if that is more than any object has."""
    wide = UNSIGNED_LONG_LONG
    distance, most = convert(offset, wide), _SPACE.largest_object
    far = binary(">", binary("+", distance, Const(most, wide)), Const(2 * most, wide))
    if index.width > _LEAST_WIDTH:
        rest = binary("&", distance, Const((1 << _SPACE.offset_bits) - 1, wide))
        far = binary("&", far, binary("!=", rest, Const(0, wide)))
    near = binary("-", convert(far, wide), Const(1, wide))  # all bits are set where it is not far
    other = binary("&", binary("^", near, Const((1 << wide.width) - 1, wide)), Const(_FAR, wide))
    return convert(binary("|", binary("&", distance, near), other), offset.type)
