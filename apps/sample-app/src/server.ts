import { isApiError, StorewrightError } from '@storewright/sdk';
import fastify, { type FastifyInstance } from 'fastify';
import { createApp } from './app';
import { installRoutes } from './install-routes';
import { orderRoutes } from './order-routes';
import { messagePage, sendPage } from './pages';
import type { Settings } from './settings';
import { style } from './style';
import { webhookRoutes } from './webhook-routes';

/**
 * Creates the HTTP server of the app. Closing the server waits until running synchronization has finished.
 */
export function createServer(settings: Settings): FastifyInstance {
  const server = fastify({
    logger: {
      level: settings.logLevel,
      // Logs the path without the query string, because the query string of the install URL contains the
      // nonce.
      serializers: { req: ({ method, url }) => ({ method, path: url.split('?', 1)[0] }) },
    },
    bodyLimit: 1024 * 1024,
  });
  const app = createApp(settings, server.log);
  readBodies(server);
  guardBrowsers(server, settings);
  answerErrors(server);
  installRoutes(server, app);
  orderRoutes(server, app);
  webhookRoutes(server, app);
  server.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  server.get('/readyz', (_request, reply) => reply.send('ready'));

  server.addHook('onListen', () => app.sync.start(settings.pollSeconds));
  server.addHook('onClose', async () => {
    await app.sync.stop();
    app.database.close();
  });
  return server;
}

/** Keeps the exact bytes of webhook bodies, because the webhook signature covers them. */
function readBodies(server: FastifyInstance): void {
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  const form = 'application/x-www-form-urlencoded';
  server.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
}

function guardBrowsers(server: FastifyInstance, { appUrl, adminUrl }: Settings): void {
  const grantScreens = new URL(adminUrl.replace('{shop}.', 'any.')).origin.replace('//any.', '//*.');
  const policy =
    `default-src 'none'; style-src 'self'; form-action 'self' ${grantScreens}; frame-ancestors ` +
    `'none'; base-uri 'none'`;
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    // Rejects forms from other sites by the Origin header. Webhooks are authenticated by their signature
    // instead.
    const isForm = request.method === 'POST' && request.url !== '/webhooks';
    if (isForm && request.headers.origin !== appUrl)
      return sendPage(
        reply,
        403,
        messagePage(
          'Request rejected',
          'This form does not come from the app. Use the buttons on the app’s page.',
        ),
      );
  });
}

function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    if (isApiError(error) && error.status === 401)
      return sendPage(
        reply,
        403,
        messagePage('Not installed', 'The shop has revoked the app’s access. Install the app again.'),
      );
    if (error instanceof StorewrightError) {
      request.log.warn({ error: `${error.name}: ${error.message}` }, 'the shop returned an error');
      const text = 'The shop responded with an error. No data was lost. Try again in a moment.';
      return sendPage(reply, 502, messagePage('The shop is unavailable', text));
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error(error);
    return sendPage(reply, status, messagePage('Something went wrong', status < 500 ? error.message : ''));
  });
}
