#!/bin/sh
# Copies Ignite's files into BACKUPS/files, and keeps for 30 days what it finds removed: sh files.sh SOURCE BACKUPS
# SOURCE is STORAGE_DIR, or a bucket as rclone names it.
set -eu
source=$1 backups=$2 days=30
# A second one would take what the first still writes for changed. During a restore, the store lacks what isn't back yet.
exec 9< "$backups/files"
flock -n 9 || exit 0
touch "$backups/removed/.copying"
# Without --config= rclone would complain in every mail of cron that it finds no file with settings.
if [ -z "$(rclone --config= lsf "$source" --exclude='/.uploads/**')" ] && [ -n "$(ls "$backups/files")" ]; then
  echo "Nothing copied: found nothing in $source, and the backup has files. Is it there, and the right one?" >&2
  exit 1
fi
# A key never gets other content, except none. What is still coming in is no file yet, and people can make their exports again:
# one that is in the backup nevertheless goes like a removed file.
rclone --config= sync "$source" "$backups/files" --backup-dir="$backups/removed/$(date -u +%Y-%m-%d)" --size-only \
  --exclude='/.uploads/**' --exclude='/exports/**' --delete-excluded
# Its time is when the last copy began that is whole.
mv "$backups/removed/.copying" "$backups/removed/.copied"
find "$backups/removed" -mindepth 1 -maxdepth 1 -mtime "+$days" -exec rm -r {} +
