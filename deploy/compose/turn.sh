#!/bin/sh
# Fills in docs/turnserver.conf and becomes coturn, without TLS: its certificates are Caddy's.
set -eu
folder=/run/turn
umask 077
sed -e "s/TURN.EXAMPLE.EDU/calls.$DOMAIN/" \
  -e "s|^static-auth-secret=.*|static-auth-secret=$TURN_SECRET|" \
  -e '/^\(cert\|pkey\|tls-listening-port\)/d' \
  /turnserver.conf > $folder/turnserver.conf
cat >> $folder/turnserver.conf <<END
external-ip=$PUBLIC_IP
no-tls
no-dtls
userdb=$folder/turndb
pidfile=$folder/pid
END
exec turnserver -c $folder/turnserver.conf
