"""A request has all that the settings of a check say, each in its part."""

from __future__ import annotations

from dataclasses import fields

import pytest

from encoders.attempt_bounds import Bounds
from encoders.request import Encoding, LookedFor, Options, Solving, part
from esbmc_py.checking import CheckOptions
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from explicit_state import SearchOptions

# None of these is what it is by default. One bound on schedules would be enough for `validate`.
EVERY = CheckOptions(
    mode="lazyseq", unwind=2, unwind_at={("a.c", 3): 4}, contexts=5, preemptions=6, rounds=7, schedule="+", threads=8,
    schema="cseq", positions="bitvector", groups=("reach", "race"), happens_before=True, all_violations=True,
    without=("trust", "sleep"), variants=("uw-step",), solver="bitwuzla", memory=9, seed=10, timeout=11.0,
    semantics=Semantics(surroundings=Surroundings(memory_model="rc11")),
)  # fmt: skip
OF_ATTEMPTS = {"effort", "brief", "instance", "runtime"}  # no settings: each attempt has its own


def leaves(options: Options) -> dict[str, object]:
    found: dict[str, object] = {}
    for one in fields(options):
        value = getattr(options, one.name)
        if isinstance(value, Bounds | LookedFor | Encoding | Solving):
            found |= {inner.name: getattr(value, inner.name) for inner in fields(value)}
        else:
            found[one.name] = value
    return found


def test_no_setting_gets_lost_on_the_way_to_a_request() -> None:
    asked, usual = leaves(EVERY.request), leaves(Options())
    assert {name for name in usual if asked[name] == usual[name]} == OF_ATTEMPTS


def test_settings_by_name_come_into_their_parts() -> None:
    asked = Options.of(unwind=1, turns="+", properties=frozenset(), levers=frozenset(), seed=3, threads=2)
    assert (asked.bounds, asked.looked_for.properties) == (Bounds(1, turns="+"), frozenset())
    assert (asked.encoding.levers, asked.solving, asked.threads) == (frozenset(), Solving(seed=3), 2)
    with pytest.raises(TypeError, match="colour"):
        Options.of(colour="red")


def test_a_part_takes_what_has_its_names() -> None:
    explicit = ExplicitOptions(values={"x": range(3)}, invariants=("f",), bitstate=2, abstraction="g", ltl=("G a",))
    asked = part(SearchOptions, explicit)
    assert (asked.values, asked.invariants, asked.bitstate, asked.abstraction) == ({"x": range(3)}, ("f",), 2, "g")
    assert asked.contexts is None
