import { webhooks } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';

/**
 * Handles requests to the app's `webhook_url`. A webhook only signals new events, which the app reads from
 * the log. Repeated, late or lost webhooks therefore do no harm.
 */
export function webhookRoutes(server: FastifyInstance, app: App): void {
  const { settings, database, connections, sync } = app;
  server.post('/webhooks', async (request, reply) => {
    let event: webhooks.WebhookEvent;
    try {
      event = await webhooks.verify(request.body as string, request.headers, settings.webhookSecret);
    } catch (error) {
      if (!(error instanceof webhooks.WebhookVerificationError)) throw error;
      request.log.warn({ reason: error.reason }, 'a webhook has an invalid signature');
      return reply.code(401).send();
    }
    const shop = database.shop(event.shop.id);
    if (shop && event.type === 'installations.uninstalled')
      // Deletes the shop. If the event is lost, the next request with status 401 deletes the shop.
      void connections.uninstalled(shop, event.timestamp).catch(() => sync.wake(shop.id));
    else if (shop) sync.wake(shop.id);
    // Responds immediately, because the platform waits up to 15 seconds for a response before it sends the
    // next event of the shop.
    return reply.code(204).send();
  });
}
