# Stage 1 bundles the service, stage 2 installs the production modules. `docker build --target slim` ends with an image of a third of the
# size, which rejects videos with 501; the default image adds ffmpeg, which decodes them. `docker build --target capture` ends with a
# command instead of a service: it takes the screenshot or video of a page. `docker build --target renders` ends with the service and a
# browser, for POST /api/v1/renders.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts/build.mjs scripts/bundle.mjs scripts/
COPY schemas schemas
COPY plugins plugins
COPY src src
COPY web web
RUN npm run build

FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/prune-modules.mjs scripts/
RUN npm ci --omit=dev && node scripts/prune-modules.mjs node_modules

FROM node:24-bookworm-slim AS slim
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY scripts/healthcheck.sh ./
# Group 0 may write too: some platforms run images as an arbitrary user of group 0.
RUN mkdir /data && chown 10001:0 /data && chmod 770 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Freed memory returns to the system instead of staying in pieces (mallopt(3)).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
USER 10001:0
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["bash", "/app/healthcheck.sh"]
CMD ["node", "dist/src/server.js"]

FROM node:24-bookworm-slim AS capture
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell ffmpeg fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY --from=build /app/node_modules/playwright-core node_modules/playwright-core
COPY package.json ./
COPY schemas schemas
COPY plugins plugins
COPY src src
COPY --from=build /app/dist/src/capture/built src/capture/built
COPY scripts/capture-flags.ts scripts/capture-page.ts scripts/
ENV NODE_ENV=production CHROMIUM_PATH=/usr/bin/chromium-headless-shell HOME=/tmp
WORKDIR /out
USER 10001:0
ENTRYPOINT ["node", "/app/scripts/capture-page.ts"]

FROM slim AS renders
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell ffmpeg fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
ENV CHROMIUM_PATH=/usr/bin/chromium-headless-shell HOME=/tmp
USER 10001:0

FROM slim
USER root
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/*
USER 10001:0
