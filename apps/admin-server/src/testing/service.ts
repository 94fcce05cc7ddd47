import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '@storewright/server';
import { freePort, HttpClient } from '@storewright/testing';
import { PanelModule } from '../panel.module';
import { adminServerSettings } from '../settings';

/** A request that the service behind the panel has received. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A service that records requests and sends the responses that a spec sets. */
export class Upstream {
  readonly received: Received[] = [];
  answer: RequestListener = (_request, response) => void response.end('{}');
  private constructor(readonly server: Server) {}

  static async start(): Promise<Upstream> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => undefined);
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        upstream.received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
        upstream.answer(request, response);
      });
    });
    const upstream = new Upstream(server);
    server.listen(await freePort(), '127.0.0.1');
    await once(server, 'listening');
    return upstream;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get last(): Received {
    return this.received.at(-1)!;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

const built =
  '<!doctype html><title>The panel</title><meta name="storewright-shop-url" content="" /><meta ' +
  'name="storewright-auth-url" content="" />';
export const page = built.replace('auth-url" content=""', 'auth-url" content="http://localhost:3001"');
export const script = 'console.log("the panel");'.repeat(100);

/** The panel's web server with a small test panel, in front of two services that the spec controls. */
export class TestService {
  private constructor(
    readonly auth: Upstream,
    readonly shop: Upstream,
    readonly client: HttpClient,
    private readonly application: NestFastifyApplication,
    private readonly folder: string,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<TestService> {
    const folder = aPanel();
    const [auth, shop] = [await Upstream.start(), await Upstream.start()];
    const settings = adminServerSettings({
      AUTH_API_URL: auth.url,
      SHOP_API_URL: shop.url,
      PANEL_FOLDER: folder,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    const application = await createApplication(PanelModule.with(settings), {
      ...settings,
      name: 'admin-server',
    });
    await application.listen(0, '127.0.0.1');
    const { port } = application.getHttpServer().address() as AddressInfo;
    return new TestService(auth, shop, new HttpClient(port, 'demo-shop.localhost'), application, folder);
  }

  async stop(): Promise<void> {
    await this.application.close();
    this.auth.stop();
    this.shop.stop();
    rmSync(this.folder, { recursive: true });
  }
}

function aPanel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-panel-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), built);
  writeFileSync(join(folder, 'manifest.json'), '{"not": "served"}');
  writeFileSync(join(folder, 'assets/app-1a2b.js'), script);
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script));
  return folder;
}
