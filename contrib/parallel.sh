#!/usr/bin/env bash
# A job in n parts with GNU parallel, on this machine or on several that share a file system.
#
#   contrib/parallel.sh DIR N [options of generate, such as --window 4x4]
#   gridlock-gen merge DIR/part* --data data
#
# Run the same line again after a stop. GRIDLOCK_GEN names the program when it is not in PATH;
# options for parallel itself go into PARALLEL, for example PARALLEL='--sshlogin a,b --workdir .'.
set -euo pipefail

directory=${1:?usage: contrib/parallel.sh DIR N [options of generate]}
parts=${2:?usage: contrib/parallel.sh DIR N [options of generate]}
shift 2
mkdir -p "$directory"
seq 0 $((parts - 1)) | parallel --quote --halt soon,fail=1 \
    "${GRIDLOCK_GEN:-gridlock-gen}" generate --work "$directory/part{}" --resume \
    --shard "{}/$parts" --threads 1 "$@"
