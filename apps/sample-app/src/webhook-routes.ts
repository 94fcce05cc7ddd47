import { webhooks } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';

/**
 * The app's `webhook_url`. A webhook says that there is something new; what it is, the app reads from the log. So a message that comes twice, late or not at all
 * does no harm, and there is one place where events are applied.
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
      // Refused requests (401) have removed it as well.
      void connections.uninstalled(shop, event.timestamp).catch(() => sync.wake(shop.id));
    else if (shop) sync.wake(shop.id);
    // At once: the platform waits 15 seconds, and sends the shop's next event after this one.
    return reply.code(204).send();
  });
}
