import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, ofOurPage, press, signedIn } from './browser';
import type { OwnedShop, TestService } from './test-service';

const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-0';
const challenge = createHash('sha256').update(VERIFIER).digest('base64url');

/**
 * Port in the redirect URI of authorization requests. It differs from the port in the client metadata
 * document, which RFC 8252 §7.3 allows.
 */
const PORT = 33_418;
export const REDIRECT_URI = `http://127.0.0.1:${PORT}/callback`;

interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A test AI agent with a client metadata document on the local host. */
export class Agent {
  respond?: (response: ServerResponse) => void;
  members: Record<string, unknown> = {};
  reads = 0;

  private constructor(
    private readonly server: Server,
    readonly client_id: string,
  ) {}

  static async start(): Promise<Agent> {
    const server = createServer();
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    const { port } = server.address() as AddressInfo;
    const agent = new Agent(server, `http://localhost:${port}/client.json`);
    server.on('request', (_, response: ServerResponse) => agent.serve(response));
    return agent;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((settle) => this.server.close(settle));
  }

  requestFor(shop: Pick<OwnedShop, 'domain'>, scope = 'products.collection'): Record<string, string> {
    return {
      ...{ client_id: this.client_id, redirect_uri: REDIRECT_URI, response_type: 'code', state: 's' },
      ...{ scope, code_challenge: challenge, code_challenge_method: 'S256' },
      resource: `http://${shop.domain}.localhost:3006/mcp`,
    };
  }

  /**
   * Sends an authorization request of an AI agent, grants the request as the shop owner and returns the
   * redirect URL.
   */
  async redirectOf(
    service: TestService,
    shop: OwnedShop,
    changes: Record<string, string> = {},
  ): Promise<URL> {
    const query = new URLSearchParams(this.requestFor(shop)).toString();
    const { status, headers, text } = await service.api.get(`/oauth/authorize?${query}`);
    if (status !== 303) throw new Error(text);
    const screen = new URL(headers['location']!);
    const browser: Browser = await signedIn(service, shop.owner);
    const fields = {
      ...{ csrf_token: browser.csrf_token, shop_id: shop.id, app_id: screen.pathname.split('/').at(-1)! },
      ...{ ...Object.fromEntries(screen.searchParams), scopes: screen.searchParams.get('optional_scopes')! },
      ...changes,
    };
    const answer = await press(service, fields, { cookie: browser.cookie, headers: ofOurPage });
    if (answer.status !== 303) throw new Error(answer.text);
    return new URL(answer.headers['location']!);
  }

  async codeOf(service: TestService, shop: OwnedShop): Promise<string> {
    return (await this.redirectOf(service, shop)).searchParams.get('code')!;
  }

  exchange(service: TestService, code: string, changes: Record<string, string> = {}): Promise<TokenAnswer> {
    const grant_type = 'authorization_code';
    const proof = { code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
    return this.token(service, { grant_type, ...proof, ...changes });
  }

  refresh(service: TestService, refresh_token: string): Promise<TokenAnswer> {
    return this.token(service, { grant_type: 'refresh_token', refresh_token });
  }

  private async token(service: TestService, fields: Record<string, string>): Promise<TokenAnswer> {
    const { status, body } = await service.api.send('POST', '/oauth/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: this.client_id, ...fields }).toString(),
    });
    return { status, body: body as unknown as Record<string, unknown> };
  }

  private serve(response: ServerResponse): void {
    this.reads += 1;
    if (this.respond) return this.respond(response);
    const document = {
      client_id: this.client_id,
      client_name: 'Shelf agent',
      redirect_uris: ['http://127.0.0.1:1/callback'],
      ...this.members,
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));
  }
}
