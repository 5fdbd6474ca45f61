# syntax=docker/dockerfile:1
# The console in one image: `docker build -t vocero .`, tried by `npm run check:image`. It runs by itself with a volume at /data,
# or on a PostgreSQL of yours with DATABASE_URL and SECRET_KEY. Both bases are pinned by version; a release adds their digests
# (docs/upgrading.md). The Node that runs is that of package-lock.json, with which everything was tested.
ARG BUILD_BASE=node:24.21.0-bookworm-slim
ARG BASE=debian:12.12-slim

FROM ${BUILD_BASE} AS build
WORKDIR /src
# Apart from the sources, so that a change to them installs nothing anew.
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --include=dev --include=optional --loglevel=error
COPY . .
RUN npm run production-copy /app
# What is inside, package by package, by version and licence.
RUN cd /app && npm sbom --omit=dev --package-lock-only --sbom-format=spdx > sbom.spdx.json
# The first start of a container finds its code compiled: nothing can be written to its root. By the number of whoever starts it, since
# the cache's name has it.
RUN install -d -o 10001 -g 10001 /app/node_modules/.cache/compiled \
  && setpriv --reuid=10001 --regid=10001 --clear-groups /app/node_modules/.bin/node /app/scripts/precompile.mjs

FROM ${BASE}
ARG VERSION=dev
ARG REVISION=unknown
ARG CREATED=unknown
LABEL org.opencontainers.image.title="Vocero" \
  org.opencontainers.image.description="Web console of a contact centre whose calls are handled by AI voice agents" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}" \
  org.opencontainers.image.licenses="UNLICENSED"
# initdb asks for the user's name.
RUN groupadd --gid 10001 vocero \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /app --shell /usr/sbin/nologin vocero \
  && install -d -o 10001 -g 10001 -m 700 /data /backups
COPY --from=build /app /app
ENV NODE_ENV=production \
  PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
WORKDIR /app
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/start.mjs"]
