import { randomBytes } from 'node:crypto';
import { isApiError } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';
import { beginPage, messagePage, sendPage } from './pages';
/** Where an owner comes from: the grant screen of the shop, with a nonce. */
export function installRoutes(server: FastifyInstance, app: App): void {
  const { settings, connections, sessions, sync } = app;

  /** To the grant screen, with a state that this browser alone has. */
  server.get<{ Querystring: { shop?: string } }>('/begin', (request, reply) => {
    const shop = (request.query.shop ?? '').trim().toLowerCase();
    if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(shop))
      return sendPage(reply, 400, beginPage('A shop’s name has letters, digits and hyphens.'));
    const state = randomBytes(24).toString('base64url');
    sessions.keepState(reply, state);
    const screen = `${settings.adminUrl.replace('{shop}', shop)}/admin/oauth/${settings.appId}?state=${state}`;
    return reply.redirect(screen, 303);
  });

  /** The app's `install_url`. */
  server.get<{ Querystring: { nonce?: string; state?: string } }>('/install', async (request, reply) => {
    const { nonce, state } = request.query;
    if (typeof nonce !== 'string' || nonce === '') return sendPage(reply, 400, beginPage());
    // A browser that only looks ahead must not use the nonce up.
    const purpose = request.headers['sec-purpose'] ?? request.headers['purpose'] ?? '';
    if (purpose.includes('prefetch')) return reply.code(503).send();
    // Somebody else began this: their link would sign this browser in to their shop.
    const isOurs = typeof state === 'string' && sessions.isStateOf(request, state);
    if (state !== undefined && !isOurs) return sendPage(reply, 403, beginPage('Please begin here.'));
    try {
      const shop = await connections.install(nonce);
      if (shop) {
        sync.wake(shop.id);
        // Without a state they came from the shop's own pages, or by a link that somebody sent: the page asks first.
        sessions.begin(reply, shop, isOurs);
      }
    } catch (error) {
      if (!isApiError(error) || ![404, 410].includes(error.status)) throw error;
      return sendPage(reply, 410, messagePage('This link was used', 'Open the app from your shop again.'));
    }
    // The nonce does not stay in the address.
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
