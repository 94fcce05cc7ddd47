import { randomBytes } from 'node:crypto';
import { isApiError } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';
import { beginPage, messagePage, sendPage } from './pages';
/** Routes for installing the app. The grant screen redirects shop owners to them with a nonce. */
export function installRoutes(server: FastifyInstance, app: App): void {
  const { settings, connections, sessions, sync } = app;

  /** Redirects to the grant screen with a random state, which is also stored in a cookie of the browser. */
  server.get<{ Querystring: { shop?: string } }>('/begin', (request, reply) => {
    const shop = (request.query.shop ?? '').trim().toLowerCase();
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(shop))
      return sendPage(reply, 400, beginPage('A shop name contains only letters, digits and hyphens.'));
    const state = randomBytes(24).toString('base64url');
    sessions.keepState(reply, state);
    const screen = `${settings.adminUrl.replace('{shop}', shop)}/admin/oauth/${settings.appId}?state=${state}`;
    return reply.redirect(screen, 303);
  });

  server.get<{ Querystring: { nonce?: string; state?: string } }>('/install', async (request, reply) => {
    const { nonce, state } = request.query;
    if (typeof nonce !== 'string' || nonce === '') return sendPage(reply, 400, beginPage());
    // Rejects prefetches, because a prefetch would use up the nonce.
    const purpose = request.headers['sec-purpose'] ?? request.headers['purpose'] ?? '';
    if (purpose.includes('prefetch')) return reply.code(503).send();
    // Rejects a state that this browser did not create. Otherwise a link with an attacker's nonce could sign
    // this browser in to the attacker's shop.
    const isOurs = typeof state === 'string' && sessions.isStateOf(request, state);
    if (state !== undefined && !isOurs)
      return sendPage(reply, 403, beginPage('This link is not from your shop. Start here.'));
    try {
      const shop = await connections.install(nonce);
      if (shop) sync.wake(shop.id);
      // Without a state, the nonce can come from an attacker's link, so the visitor must first confirm the
      // shop.
      if (shop) sessions.begin(reply, shop, isOurs);
    } catch (error) {
      if (!isApiError(error) || ![404, 410].includes(error.status)) throw error;
      return sendPage(reply, 410, messagePage('This link was used', 'Open the app from your shop again.'));
    }
    // Removes the nonce from the URL in the browser.
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
