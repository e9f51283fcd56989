# The parts of compose.yaml that have no well-kept image of their own: Debian's packages, with our settings.
FROM debian:12.14-slim AS debian
# A fault in the middle of a pipe is a fault.
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]

FROM debian AS janus
RUN apt-get update && apt-get install --yes --no-install-recommends janus && rm -rf /var/lib/apt/lists/*
COPY janus.sh /start.sh
USER nobody
EXPOSE 8188
ENTRYPOINT ["sh", "/start.sh"]

FROM debian AS turn
RUN apt-get update && apt-get install --yes --no-install-recommends coturn && rm -rf /var/lib/apt/lists/*
COPY turn.sh /start.sh
USER nobody
ENTRYPOINT ["sh", "/start.sh"]

FROM debian AS relay
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libsasl2-modules postfix \
  && rm -rf /var/lib/apt/lists/*
COPY relay.sh /start.sh
EXPOSE 25
ENTRYPOINT ["sh", "/start.sh"]
