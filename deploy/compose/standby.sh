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
exec postgres -D "$PGDATA" -c wal_keep_size=4GB
