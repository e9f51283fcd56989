#!/bin/sh
# Puts back every file that the backup has and the store lacks, whatever the time of the restore: Ignite removes at night what the
# database doesn't know. sh restore-files.sh BACKUPS TARGET
set -eu
backups=$1 target=$2
# It waits for a copy that runs; files.sh skips those that begin meanwhile.
exec 9< "$backups/files"
flock 9
for kept in "$backups/files" "$backups"/removed/*; do
  [ ! -d "$kept" ] || rclone --config= copy "$kept" "$target" --ignore-existing
done
