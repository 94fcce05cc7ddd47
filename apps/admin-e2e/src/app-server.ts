import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Visit {
  url: URL;
  headers: IncomingHttpHeaders;
}

/** An app's server on localhost. The platform redirects owners to its install URL. */
export class AppServer {
  readonly visits: Visit[] = [];
  page = '<!doctype html><html lang="en"><title>Labels</title><h1>Welcome to Labels</h1></html>';

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', this.origin);
      if (url.href === this.clientUrl) {
        const redirect_uris = [this.installUrl];
        const document = { client_id: this.clientUrl, client_name: 'Shelf agent', redirect_uris };
        response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
        return;
      }
      if (url.pathname === '/install') this.visits.push({ url, headers: request.headers });
      response.setHeader('content-type', 'text/html; charset=utf-8').end(this.page);
    });
  }

  static async start(): Promise<AppServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new AppServer(server);
  }

  get origin(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** URL of the client metadata document that identifies the server as an AI agent. */
  get clientUrl(): string {
    return `${this.origin}/client.json`;
  }

  /** Install URL with a query string, which the grant screen must preserve. */
  get installUrl(): string {
    return `${this.origin}/install?plan=free%20trial`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
