#!/bin/sh
# Writes the settings that docs/operations.md asks for, and becomes Janus.
set -eu
folder=/run/janus
umask 077
cat > $folder/janus.jcfg <<END
general: { debug_level = 3, token_auth = true, token_auth_secret = "$JANUS_TOKEN_SECRET", admin_secret = "$(head -c 24 /dev/urandom | base64)" }
nat: { full_trickle = true, nat_1_1_mapping = "$PUBLIC_IP" }
media: { rtp_port_range = "20000-20199" }
plugins: { disable = "libjanus_audiobridge.so,libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_streaming.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_voicemail.so" }
transports: { disable = "libjanus_http.so,libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so" }
events: { disable = "libjanus_gelfevh.so,libjanus_mqttevh.so,libjanus_nanomsgevh.so,libjanus_rabbitmqevh.so,libjanus_sampleevh.so,libjanus_wsevh.so" }
loggers: { disable = "libjanus_jsonlog.so" }
END
cat > $folder/janus.transport.websockets.jcfg <<END
general: { ws = true, ws_port = 8188 }
admin: { admin_ws = false }
END
cat > $folder/janus.plugin.videoroom.jcfg <<END
general: { admin_key = "$JANUS_ADMIN_KEY" }
END
exec janus --configs-folder=$folder --config=$folder/janus.jcfg
