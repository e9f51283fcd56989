#!/bin/sh
# Runs once, when the database is new: the two roles of docs/operations.md, and the one of the standby.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=owner="$DATABASE_OWNER_PASSWORD" --set=runner="$DATABASE_RUNNER_PASSWORD" --set=standby="$REPLICATION_PASSWORD" <<'SQL'
create role ignite login password :'owner';
create role ignite_runner login password :'runner';
grant ignite_runner to ignite;
create database ignite owner ignite;
revoke connect on database ignite from public;
grant connect on database ignite to ignite_runner;
create role standby login replication password :'standby';
SQL
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
