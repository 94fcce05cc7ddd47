import { randomBytes } from 'node:crypto';
import { isApiError } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';
import { beginPage, messagePage, sendPage } from './pages';
/** Endpoints of the installation. Owners arrive from the grant screen with a nonce. */
export function installRoutes(server: FastifyInstance, app: App): void {
  const { settings, connections, sessions, sync } = app;

  /** Redirects to the grant screen with a state that only this browser stores. */
  server.get<{ Querystring: { shop?: string } }>('/begin', (request, reply) => {
    const shop = (request.query.shop ?? '').trim().toLowerCase();
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(shop))
      return sendPage(reply, 400, beginPage('Use only letters, digits and hyphens.'));
    const state = randomBytes(24).toString('base64url');
    sessions.keepState(reply, state);
    const screen = `${settings.adminUrl.replace('{shop}', shop)}/admin/oauth/${settings.appId}?state=${state}`;
    return reply.redirect(screen, 303);
  });

  /** Handles requests to the app's `install_url`. */
  server.get<{ Querystring: { nonce?: string; state?: string } }>('/install', async (request, reply) => {
    const { nonce, state } = request.query;
    if (typeof nonce !== 'string' || nonce === '') return sendPage(reply, 400, beginPage());
    // Ignores prefetches, which must not use the nonce.
    const purpose = request.headers['sec-purpose'] ?? request.headers['purpose'] ?? '';
    if (purpose.includes('prefetch')) return reply.code(503).send();
    // Detects a state of another browser. A link with that state would sign this browser in to a foreign
    // shop.
    const isOurs = typeof state === 'string' && sessions.isStateOf(request, state);
    if (state !== undefined && !isOurs)
      return sendPage(reply, 403, beginPage('This link is not from your shop. Start here.'));
    try {
      const shop = await connections.install(nonce);
      if (shop) sync.wake(shop.id);
      // Without a state, the visitor may come through a foreign link, and must confirm the shop.
      if (shop) sessions.begin(reply, shop, isOurs);
    } catch (error) {
      if (!isApiError(error) || ![404, 410].includes(error.status)) throw error;
      return sendPage(reply, 410, messagePage('This link was used', 'Open the app from your shop again.'));
    }
    // Redirects to a URL without the nonce.
    return reply.redirect('/', 303);
  });

  server.post('/open', (request, reply) => {
    const session = sessions.of(request);
    if (session) sessions.begin(reply, session.shop, true);
    return reply.redirect('/', 303);
  });

  server.post('/close', (_request, reply) => {
    sessions.end(reply);
    return reply.redirect('/', 303);
  });
}
