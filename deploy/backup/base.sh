#!/bin/sh
# Copies the whole database into BACKUPS/base, and forgets copies older than 30 days and the log that none of the others needs.
# As a role that may replicate: sh base.sh BACKUPS
set -eu
backups=$1 days=30 limit=2
new="$backups/base/new"
rm -rf "$new"
# Without the log, it waits until the archive has what was logged meanwhile: forever, if the archive fails.
export PGOPTIONS='-c client_min_messages=warning'
timeout "${limit}h" pg_basebackup --username=postgres --no-password --pgdata="$new" --format=tar --gzip --checkpoint=fast --wal-method=none || {
  echo "No copy: pg_basebackup failed, or the archive didn’t come within $limit hours. See select * from pg_stat_archiver." >&2
  exit 1
}
# Restores look for the last copy that ended before their time.
mv "$new" "$backups/base/$(date -u +%Y-%m-%dT%H%M%SZ)"
find "$backups/base" -mindepth 1 -maxdepth 1 -mtime "+$days" -exec rm -r {} +
# Up to the first position of any copy: after a restore, the new history begins below copies of the old one.
segment=$(
  for base in "$backups"/base/*Z; do
    tar --extract --gzip --to-stdout --occurrence=1 --file="$base/base.tar.gz" backup_label
  done | sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p' | sort --key=1.9 | head -n 1
)
pg_archivecleanup -x .gz "$backups/wal" "$segment"
