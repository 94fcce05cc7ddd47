import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app';
import type { ShopRow } from './database';
import { labelsPdf } from './labels';
import { beginPage, messagePage, openPage, ordersPage, sendPage } from './pages';
import type { Sessions } from './sessions';

const most = 50;

/**
 * Routes for the page with orders. The routes require a session and access only orders of the session's shop.
 */
export function orderRoutes(server: FastifyInstance, { database, sessions, shipping }: App): void {
  server.get<{ Querystring: Record<string, unknown> }>('/', (request, reply) => {
    const session = sessions.of(request);
    if (!session) return sendPage(reply, 200, beginPage());
    const { shop, opened } = session;
    if (!opened) return sendPage(reply, 200, openPage(shop));
    const { select, done, refused } = request.query;
    const shown = {
      shop,
      orders: database.orders(shop.id, most),
      total: database.count(shop.id),
      allSelected: select === 'all',
      ...(done !== undefined && { result: { done: numbersIn(done), refused: numbersIn(refused) } }),
    };
    return sendPage(reply, 200, ordersPage(shown));
  });

  server.post('/labels', async (request, reply) => {
    const shop = openedShop(request, reply, sessions);
    if (!shop) return reply;
    const orders = await shipping.announce(shop, selectedIn(request));
    if (orders.length === 0)
      return sendPage(reply, 422, messagePage('Nothing to print', 'Select orders with a shipping address.'));
    const pdf = await labelsPdf(shop.name, orders);
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="labels.pdf"')
      .send(pdf);
  });

  server.post('/fulfil', async (request, reply) => {
    const shop = openedShop(request, reply, sessions);
    if (!shop) return reply;
    const selected = selectedIn(request);
    if (selected.length === 0)
      return sendPage(reply, 422, messagePage('Nothing to mark', 'Select the orders that you have shipped.'));
    const { done, refused } = await shipping.fulfil(shop, selected);
    return reply.redirect(`/?done=${done.join('.')}&refused=${refused.join('.')}`, 303);
  });
}

function openedShop(request: FastifyRequest, reply: FastifyReply, sessions: Sessions): ShopRow | undefined {
  const session = sessions.of(request);
  if (session?.opened) return session.shop;
  void sendPage(reply, 403, beginPage('Your session has ended. Enter your shop to start a new one.'));
  return undefined;
}

const selectedIn = ({ body }: FastifyRequest): string[] =>
  body instanceof URLSearchParams ? body.getAll('order').slice(0, most) : [];

const numbersIn = (value: unknown): number[] =>
  String(value ?? '')
    .split('.')
    .filter((each) => /^\d{1,9}$/.test(each))
    .map(Number);
