from __future__ import annotations
INTRINSICS = {}
