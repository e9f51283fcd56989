#!/bin/sh
# Puts back every file that the backup has and the store lacks, whatever the time of the restore: Ignite removes at night what the
# database doesn't know. sh restore-files.sh BACKUPS TARGET
set -eu
backups=$1 target=$2
# It waits for a copy that runs; files.sh skips those that begin meanwhile.
exec 9< "$backups/files"
flock 9
# The newest first: an older one may be half of a file, from a copy that was cut off.
for kept in files $(ls -r "$backups/removed" | sed 's|^|removed/|'); do
  rclone --config= copy "$backups/$kept" "$target" --ignore-existing
done
