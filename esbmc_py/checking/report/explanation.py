"""Why it went wrong, as text with lanes for the threads, and as a drawing for the page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest

from esbmc_py.traces.explain import Explanation, Happening
from esbmc_py.traces.orders import OrderOfTwo

_LANE = 38
_GAP = 3
_NARROWEST = 40  # of the two halves of a picture
_COLOURS = 8  # of threads, in answer.html
_LONGEST_LABEL = 34  # of a line in a drawing


def explanation_title(explanation: Explanation) -> str:
    return explanation.title


def explanation_text(explanation: Explanation, width: int) -> list[str]:
    text = f"why: {explanation_title(explanation)}. {_sentence(explanation.sentence)}"
    lines = _wrapped(text, width, subsequent_indent="  ")
    lines += [part for one in orders_text(explanation) for part in _wrapped(one, width, subsequent_indent="    ")]
    picture = _picture(explanation, width)
    return [*lines, "", *picture] if picture else lines


def _wrapped(text: str, width: int, *, initial_indent: str = "", subsequent_indent: str) -> list[str]:
    """`gate->opened` is one word."""
    return textwrap.TextWrapper(
        width, initial_indent=initial_indent, subsequent_indent=subsequent_indent, break_on_hyphens=False
    ).wrap(text)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def orders_text(explanation: Explanation) -> list[str]:
    scope = (
        f"within {explanation.contexts} context switches{' and with a call like this' if explanation.called else ''}"
    )
    lines = [
        f"  necessary: {one.first} before {one.second}; the other way round, this cannot happen {scope}"
        for one in explanation.necessary
    ]
    if explanation.orders and not lines and not explanation.unknown:
        lines.append(f"  no single order is necessary: whichever is turned round, it can still happen {scope}")
    if explanation.unknown:
        pairs = "; ".join(_pair(one) for one in explanation.unknown[:3])
        more = f"; and {len(explanation.unknown) - 3} more" if len(explanation.unknown) > 3 else ""
        lines.append(f"  not decided in the time there is, whether necessary: {pairs}{more}")
    return lines


def _pair(one: OrderOfTwo) -> str:
    return f"{one.first} before {one.second}"


def _picture(explanation: Explanation, width: int) -> list[str]:
    """The bad execution and, if there is one, a good one beside it, or below where there is no room."""
    if all(one.ends for one in explanation.bad):
        return []
    bad = _lanes("this execution", explanation.bad, width)
    if not explanation.good:
        return bad
    half = (width - _GAP - 2) // 2
    sides = _lanes("this execution", explanation.bad, half), _lanes("another order, no harm", explanation.good, half)
    if _has_room(explanation.bad, half) and _has_room(explanation.good, half):
        return [f"{one:<{half}}{' ' * _GAP}{other}".rstrip() for one, other in zip_longest(*sides, fillvalue="")]
    return [*bad, "", *_lanes("another order, no harm", explanation.good, width)]


def _has_room(happenings: Sequence[Happening], width: int) -> bool:
    """No word is broken."""
    words = [word for one in happenings if not one.ends for word in one.text.split()]
    return width >= _NARROWEST and _lane_width(happenings, width) >= max(12, *(2 + len(word) for word in words))


def _lane_width(happenings: Sequence[Happening], width: int) -> int:
    threads = {one.thread for one in happenings if not one.ends}
    return min(_LANE, (width - 2) // max(1, len(threads)) - 2)


def _lanes(head: str, happenings: Sequence[Happening], width: int) -> list[str]:
    threads = sorted({one.thread for one in happenings if not one.ends})
    lane = _lane_width(happenings, width)
    lines = [f"  {head}:", "  " + "  ".join(f"{f'thread {thread}':<{lane}}" for thread in threads)]
    for one in happenings:
        if one.ends:
            text = f"=> thread {one.thread}, line {one.line}: {one.text}"
            lines += _wrapped(text, width - 2, initial_indent="  ", subsequent_indent="     ")
            continue
        before = " " * (2 + threads.index(one.thread) * (lane + 2))
        for part in _wrapped(f"{one.line}: {one.text}", lane, subsequent_indent="  "):
            lines.append(before + part)
    return [line.rstrip() for line in lines]


# -- for the page -----------------------------------------------------------------------------------------------------


def explanation_svg(explanation: Explanation) -> str:
    """Lanes with arrows: a dashed one for an order without which it could not happen. A drawing for each execution."""
    several = (("this execution", explanation.bad), ("another order, no harm", explanation.good))
    return "".join(
        _drawn(head, happenings, explanation.necessary if happenings is explanation.bad else ())
        for head, happenings in several
        if happenings
    )


def _drawn(head: str, happenings: Sequence[Happening], orders: Sequence[OrderOfTwo]) -> str:
    shown = [one for one in happenings if not one.ends]
    threads = sorted({one.thread for one in shown})
    lane = 36 + 6 * min(max((len(f"{one.line}: {one.text}") for one in shown), default=0), _LONGEST_LABEL)
    width = max(lane * len(threads) + 20, 240)
    bottom = 46 + 34 * len(shown)
    parts = [f'<text x="4" y="14" font-weight="600">{escape(head)}</text>']
    for number, thread in enumerate(threads):
        x, colour = 14 + number * lane, _colour(thread)
        parts.append(f'<text x="{x}" y="34" fill="{colour}" font-weight="600">thread {thread}</text>')
        parts.append(f'<line x1="{x}" y1="42" x2="{x}" y2="{bottom}" stroke="{colour}" stroke-width="2"/>')
    places: dict[tuple[int, int, str], tuple[int, int]] = {}
    for row, one in enumerate(shown):
        x, y = 14 + threads.index(one.thread) * lane, 58 + 34 * row
        places.setdefault((one.thread, one.line, one.text), (x, y))
        parts += _labelled(x, y, f"{one.line}: {one.text}", _colour(one.thread))
    parts += _arrows(places, orders)
    for one in happenings:
        if one.ends:
            for text in _wrapped(f"thread {one.thread}, line {one.line}: {one.text}", width // 7, subsequent_indent=""):
                bottom += 17
                parts.append(f'<text x="4" y="{bottom}" fill="var(--bad)" font-weight="600">{escape(text)}</text>')
    size = f'viewBox="0 0 {width} {bottom + 12}" width="{width}" height="{bottom + 12}"'
    return f'<svg {size} role="img" aria-label="{escape(head)}">{"".join(parts)}</svg>'


def _colour(thread: int) -> str:
    """The page has them, for light and dark."""
    return f"var(--t{thread % _COLOURS})"


def _labelled(x: int, y: int, text: str, colour: str) -> Iterator[str]:
    """Of a long label the middle is left out: what is done stands at its beginning, the value at its end."""
    half = _LONGEST_LABEL // 2
    shown = text if len(text) <= _LONGEST_LABEL else f"{text[:half]}…{text[len(text) - half + 1 :]}"
    yield f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
    yield f'<text x="{x + 10}" y="{y + 4}"><title>{escape(text)}</title>{escape(shown)}</text>'


def _arrows(places: Mapping[tuple[int, int, str], tuple[int, int]], orders: Sequence[OrderOfTwo]) -> Iterator[str]:
    for order in orders:
        ends = [places.get((one.thread, one.location.line, one.text)) for one in (order.first, order.second)]
        if ends[0] is not None and ends[1] is not None:
            (x1, y1), (x2, y2) = ends[0], ends[1]
            line = f'<line x1="{x1}" y1="{y1 + 5}" x2="{x2}" y2="{y2 - 5}" stroke="var(--bad)" stroke-width="1.5"'
            yield f'{line} stroke-dasharray="5 4"><title>necessary order</title></line>'
