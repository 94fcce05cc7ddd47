import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type FetchLike,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { Agent as Dispatcher, fetch, type RequestInit } from 'undici';

const REDIRECT_URI = 'http://127.0.0.1:33418/callback';

/**
 * An AI agent that uses the unmodified MCP client of the TypeScript SDK. The SDK accepts only https for
 * `clientMetadataUrl`, so the MCP client gets the URL of the agent's metadata document as stored client
 * information.
 */
export class McpAgent {
  authorizationUrl?: URL;
  discovery?: OAuthDiscoveryState;
  tokens?: StoredOAuthTokens;
  private verifier = '';
  private client?: Client;
  /** Resolves host names below localhost to this machine (RFC 6761 §6.3), because Node.js does not. */
  private readonly dispatcher = new Dispatcher({
    connect: { lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
  });

  private constructor(
    private readonly documents: Server,
    private readonly mcpUrl: string,
  ) {}

  static async start(mcpUrl: string): Promise<McpAgent> {
    const documents = createServer();
    await once(documents.listen(0, '127.0.0.1'), 'listening');
    const agent = new McpAgent(documents, mcpUrl);
    documents.on('request', (_, response) => response.end(JSON.stringify(agent.document)));
    return agent;
  }

  /**
   * Calls an MCP tool. Throws UnauthorizedError if the MCP client requires an authorization in the browser
   * first.
   */
  async call(name: string, given: Record<string, unknown> = {}): Promise<unknown> {
    this.client ??= await this.connected();
    const { structuredContent, content, isError } = await this.client.callTool({ name, arguments: given });
    if (isError) throw new Error(JSON.stringify(content));
    return structuredContent;
  }

  /**
   * Passes the redirect after the owner's consent to the MCP client, which exchanges the authorization code.
   */
  finish(redirect: URL): Promise<void> {
    if (!redirect.href.startsWith(REDIRECT_URI)) throw new Error(`redirected to ${redirect.href}`);
    return this.transport().finishAuth(redirect.searchParams);
  }

  async stop(): Promise<void> {
    await this.client?.close();
    await this.dispatcher.close();
    this.documents.closeAllConnections();
    this.documents.close();
  }

  private get client_id(): string {
    return `http://localhost:${(this.documents.address() as AddressInfo).port}/client.json`;
  }

  private get document() {
    return { client_id: this.client_id, client_name: 'Shelf agent', redirect_uris: [REDIRECT_URI] };
  }

  private async connected(): Promise<Client> {
    const client = new Client({ name: 'shelf', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(this.transport());
    return client;
  }

  private transport(): StreamableHTTPClientTransport {
    const { dispatcher } = this;
    return new StreamableHTTPClientTransport(new URL(this.mcpUrl), {
      authProvider: this.provider(),
      fetch: ((input: URL, init: RequestInit) => fetch(input, { ...init, dispatcher })) as FetchLike,
    });
  }

  private provider(): OAuthClientProvider {
    const { client_id, document } = this;
    return {
      redirectUrl: REDIRECT_URI,
      clientMetadata: { ...document, token_endpoint_auth_method: 'none' },
      state: () => 'a state',
      clientInformation: () => ({ client_id }),
      tokens: () => this.tokens,
      saveTokens: (tokens) => void (this.tokens = tokens),
      redirectToAuthorization: (url) => void (this.authorizationUrl = url),
      saveCodeVerifier: (verifier) => void (this.verifier = verifier),
      codeVerifier: () => this.verifier,
      discoveryState: () => this.discovery,
      saveDiscoveryState: (state) => void (this.discovery = state),
    };
  }
}
