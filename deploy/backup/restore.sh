#!/bin/sh
# Puts the last copy of the database from before TIME in the place of $PGDATA, which stays beside it under another name.
# When PostgreSQL starts, it repeats what the log says up to TIME, or without a TIME all of it.
# While PostgreSQL is off, as its user: PGDATA=FOLDER sh restore.sh BACKUPS [TIME]
set -eu
backups=$1
fail() {
  echo "$1" >&2
  exit 1
}
[ ! -e "$PGDATA/postmaster.pid" ] || fail "Stop PostgreSQL first. If it crashed, remove $PGDATA/postmaster.pid."
time=${2:+$(date -u --date="$2" '+%Y-%m-%d %H:%M:%S.%6N+00')}
before=$(date -u ${time:+--date="$time"} +%Y-%m-%dT%H%M%SZ)
base=$(ls "$backups/base" | awk -v before="$before" '/Z$/ && $0 <= before' | tail -n 1)
[ -n "$base" ] || fail "No copy in $backups/base is older than $before."

new="$PGDATA.new"
rm -rf "$new"
mkdir -p -m 700 "$new"
tar --extract --gzip --file="$backups/base/$base/base.tar.gz" --directory="$new"
# A time belongs to the history that the copy began. Without one, the newest history counts: after a failover, the standby's.
# The settings remove themselves in the end, or a standby of this database would stop at the same time.
# A primary that waited for a standby says so in its copies: without that standby, no commit here would ever end.
cat >> "$new/postgresql.auto.conf" <<SETTINGS
synchronous_standby_names = ''
restore_command = 'gunzip < $backups/wal/%f.gz > %p' # restoring
recovery_target_time = '$time' # restoring
recovery_target_timeline = '$([ -n "$time" ] && echo current || echo latest)' # restoring
recovery_target_action = 'promote' # restoring
recovery_end_command = 'sed -i "/# restoring\$/d" postgresql.auto.conf' # restoring
SETTINGS
touch "$new/recovery.signal"
[ ! -e "$PGDATA" ] || mv "$PGDATA" "$PGDATA.$(date -u +%Y-%m-%dT%H%M%SZ)"
mv "$new" "$PGDATA"
echo "Restoring from the copy of $base. Start PostgreSQL, and wait until its log says “archive recovery complete”."
