#!/bin/sh
# Keeps a segment of the database's log, as PostgreSQL asks: archive_command = 'sh archive.sh %p BACKUPS/wal/%f.gz'
set -eu
segment=$1 kept=$2
# After a crash PostgreSQL asks again. Another content under the same name would be another database's.
if [ -e "$kept" ]; then
  gunzip < "$kept" | cmp -s - "$segment"
  exit
fi
# Under another name until it is whole and on the disk.
gzip < "$segment" > "$kept.new"
sync "$kept.new"
mv "$kept.new" "$kept"
sync "$(dirname "$kept")"
