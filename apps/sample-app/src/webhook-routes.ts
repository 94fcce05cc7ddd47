import { webhooks } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';

/**
 * The app's `webhook_url`. A webhook only announces news; the app reads events from the log. So repeated,
 * late or lost webhooks do no harm, and events are applied in one place.
 */
export function webhookRoutes(server: FastifyInstance, app: App): void {
  const { settings, database, connections, sync } = app;
  server.post('/webhooks', async (request, reply) => {
    let event: webhooks.WebhookEvent;
    try {
      event = await webhooks.verify(request.body as string, request.headers, settings.webhookSecret);
    } catch (error) {
      if (!(error instanceof webhooks.WebhookVerificationError)) throw error;
      request.log.warn({ reason: error.reason }, 'a webhook is not genuine');
      return reply.code(401).send();
    }
    const shop = database.shop(event.shop.id);
    if (shop && event.type === 'installations.uninstalled')
      // A rejected request (401) deletes the shop, too.
      void connections.uninstalled(shop, event.timestamp).catch(() => sync.wake(shop.id));
    else if (shop) sync.wake(shop.id);
    // Responds at once. The platform waits 15 seconds and sends the next event of the shop afterwards.
    return reply.code(204).send();
  });
}
