#!/bin/sh
# Becomes a Postfix that takes mail from the servers and passes all of it to one provider.
set -eu
umask 077
printf '%s %s:%s\n' "$RELAY_HOST" "$RELAY_USER" "$RELAY_PASSWORD" > /etc/postfix/provider
postconf \
  "myhostname=relay.$DOMAIN" \
  'mydestination=' \
  'inet_interfaces=all' \
  'inet_protocols=ipv4' \
  'maillog_file=/dev/stdout' \
  'mynetworks=127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16' \
  'smtpd_relay_restrictions=permit_mynetworks reject' \
  'smtpd_tls_security_level=none' \
  "relayhost=$RELAY_HOST" \
  'smtp_tls_security_level=secure' \
  'smtp_tls_CApath=/etc/ssl/certs' \
  'smtp_sasl_auth_enable=yes' \
  'smtp_sasl_password_maps=texthash:/etc/postfix/provider' \
  'smtp_sasl_security_options=noanonymous'
# A chroot would need copies of the system's certificates and resolver.
postconf -F '*/*/chroot=n'
exec postfix start-fg
