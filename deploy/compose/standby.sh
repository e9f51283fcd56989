#!/bin/sh
# Copies the primary at the first start, and then follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted is no database.
  rm -rf "$PGDATA.new"
  pg_basebackup --host=postgres --username=standby --pgdata="$PGDATA.new" --wal-method=stream --checkpoint=fast --write-recovery-conf
  rmdir "$PGDATA" 2>/dev/null || true
  mv "$PGDATA.new" "$PGDATA"
fi
# It archives nothing before it is the primary.
exec postgres -D "$PGDATA" -cwal_keep_size=4GB -carchive_mode=on -carchive_timeout=60 \
  "-carchive_command=sh /scripts/archive.sh %p /backup/wal/%f.gz"
