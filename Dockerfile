# Ignite's server and its client, built. deploy/README.md says how to run it.
FROM node:26.10.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node already, and nothing else that is used here has an install script.
RUN npm ci --include=dev --ignore-scripts
COPY vite.config.ts tsconfig.json tsconfig.base.json tsconfig.web.json tsconfig.worker.json ./
COPY shared shared
COPY server server
COPY web web
COPY scripts scripts
RUN npx vite build
# What only the browser loads is in dist already. Gotenberg converts office files, so LibreOffice stays out.
RUN npm pkg delete \
    dependencies.node \
    dependencies.@matbee/libreoffice-converter \
    dependencies.@base-ui/react \
    dependencies.@excalidraw/excalidraw \
    dependencies.lucide-react \
  && npm prune --omit=dev --ignore-scripts

FROM node:26.10.0-trixie-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY shared shared
COPY server server
# For `node scripts/ledger.ts check` and `node scripts/catalog.ts import`.
COPY scripts scripts
COPY local local
# By number, so that Kubernetes can see that it isn't root. Nothing below /app belongs to it.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself: no shell stands between, which would swallow it.
CMD ["node", "server/main.ts"]
