import { webhooks } from '@storewright/sdk';
import type { FastifyInstance } from 'fastify';
import type { App } from './app';

/**
 * Route for the app's `webhook_url`. A webhook only signals that the event log has new events, so repeated,
 * late or lost webhooks are harmless.
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
      // Deletes the shop. If this event is lost, the next API request returns 401, which also deletes the
      // shop.
      void connections.uninstalled(shop, event.timestamp).catch(() => sync.wake(shop.id));
    else if (shop) sync.wake(shop.id);
    // Responds before reading the events, because the platform sends the next webhook of the shop only after
    // this response.
    return reply.code(204).send();
  });
}
