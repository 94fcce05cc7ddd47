import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { SettingsError } from '@storewright/config';
import { pageHeaders } from '@storewright/server';
import type { FastifyInstance, FastifyReply } from 'fastify';

/**
 * Content security policy of the panel's pages. Scripts and styles load only from the panel's files.
 * `form-action` allows other origins, because Chrome checks it for every redirect after the grant form, and
 * an app's install URL may redirect anywhere (docs/adr/admin-panel.md).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self' https: http://localhost:* http://127.0.0.1:* http://*.localhost:*",
].join('; ');

const everywhere = {
  'content-security-policy': policy,
  ...pageHeaders,
};

/** Cache-Control of assets, whose names contain a hash of their content. */
const forEver = 'public, max-age=31536000, immutable';

export function servePages(
  fastify: FastifyInstance,
  { folder, ...addresses }: { folder: string; shopUrl: string; authUrl: string },
): void {
  const index = join(folder, 'index.html');
  if (!existsSync(index))
    throw new SettingsError(
      `${index} does not exist. Build the panel, or set PANEL_FOLDER to the folder of the built ` + 'panel.',
    );
  const page = filledIn(readFileSync(index, 'utf8'), addresses);
  const send = (reply: FastifyReply): FastifyReply =>
    reply
      .headers({ ...everywhere, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
      .send(page);

  void fastify.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/admin/assets/',
    index: false,
    cacheControl: false,
    // Serves the compressed copies of assets from the build.
    preCompressed: true,
    setHeaders: (reply) => {
      reply.headers({ ...everywhere, 'cache-control': forEver, vary: 'Accept-Encoding' });
    },
  });
  fastify.get('/', (_request, reply) => reply.redirect('/admin/', 302));
  fastify.get('/admin', (_request, reply) => send(reply));
  fastify.get('/admin/*', (_request, reply) => send(reply));
}

/** Inserts the URLs of the APIs into the HTML page. */
function filledIn(page: string, { shopUrl, authUrl }: { shopUrl: string; authUrl: string }): string {
  const told = { 'shop-url': shopUrl, 'auth-url': authUrl };
  return Object.entries(told).reduce((text, [name, value]) => {
    const escaped = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    const meta = `<meta name="storewright-${name}" content="`;
    return text.replace(`${meta}"`, () => `${meta}${escaped}"`);
  }, page);
}
