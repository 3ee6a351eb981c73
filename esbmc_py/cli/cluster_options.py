"""Options that say which Dask cluster does the work."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.swarm.on_dask import Security


def add_cluster_address(group: Any) -> None:
    group.add_argument("--cluster", metavar="ADDRESS", help="the Dask scheduler at tcp://HOST:PORT or tls://HOST:PORT")


def add_tls_files(group: Any) -> None:
    group.add_argument("--tls-ca", metavar="FILE", help="for tls: the certificate authority of the cluster")
    group.add_argument("--tls-cert", metavar="FILE", help="for tls: our certificate")
    group.add_argument("--tls-key", metavar="FILE", help="for tls: the key to it")


def security_of(options: argparse.Namespace) -> Security | None:
    files = (options.tls_ca, options.tls_cert, options.tls_key)
    tls = options.cluster is not None and options.cluster.startswith("tls://")
    if not any(files):
        if tls:
            raise UserError("tls needs --tls-ca, --tls-cert and --tls-key")
        return None
    if not all(files) or not tls:
        raise UserError("--tls-ca, --tls-cert and --tls-key go together, with --cluster tls://HOST:PORT")
    for file in files:
        if not Path(file).is_file():
            raise UserError(f"{file}: no such file")
    from esbmc_py.swarm.on_dask import Security

    return Security(*files)
