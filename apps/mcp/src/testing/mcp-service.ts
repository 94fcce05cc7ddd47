import type { AddressInfo } from 'node:net';
import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Tenant } from '@storewright/api-testing';
import { createApplication } from '@storewright/server';
import { HttpClient, type Response } from '@storewright/testing';
import Ajv2020 from 'ajv/dist/2020';
import { Agent as UndiciAgent, fetch, type RequestInit } from 'undici';
import { McpModule } from '../mcp.module';
import { mcpSettings } from '../settings';

export const REVISION = '2026-07-28';
const LEGACY_REVISION = '2025-11-25';

type Params = Record<string, unknown>;

export interface ListedTool {
  name: string;
  outputSchema: object;
  annotations: Record<string, unknown>;
}

export interface CallResult {
  content: { type: string; text: string }[];
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into documents of many shapes
  structuredContent?: any;
  isError?: boolean;
}

export class McpService {
  private constructor(
    readonly port: number,
    private readonly application: NestFastifyApplication,
  ) {}

  static async start(shopApiPort: number, environment: Record<string, string> = {}): Promise<McpService> {
    const settings = mcpSettings({
      SHOP_API_URL: `http://127.0.0.1:${shopApiPort}`,
      LOG_LEVEL: 'silent',
      ...environment,
    });
    const application = await createApplication(McpModule.with(settings), { ...settings, name: 'mcp' });
    await application.listen(0, '127.0.0.1');
    const { port } = application.getHttpServer().address() as AddressInfo;
    return new McpService(port, application);
  }

  agentOf({ shop, token }: Pick<Tenant, 'shop' | 'token'>): Agent {
    return new Agent(new HttpClient(this.port, `${shop.domain}.localhost`, token));
  }

  /** Returns the unmodified MCP client of the TypeScript SDK, connected with the access token of a shop. */
  async sdkClientOf(
    { shop, token }: Pick<Tenant, 'shop' | 'token'>,
    mode: 'auto' | 'legacy',
  ): Promise<Client> {
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode } });
    const dispatcher = new UndiciAgent({
      connect: { lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]) },
    });
    const url = new URL(`http://${shop.domain}.localhost:${this.port}/mcp`);
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
      fetch: ((input: URL, init: RequestInit) => fetch(input, { ...init, dispatcher })) as FetchLike,
    });
    await client.connect(transport);
    return client;
  }

  stop(): Promise<void> {
    return this.application.close();
  }
}

/** An MCP client that sends JSON-RPC messages itself, so that specs see every response. */
export class Agent {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private tools?: ListedTool[];

  constructor(readonly http: HttpClient) {}

  /** Sends a request of the current MCP revision, in which each message identifies the client. */
  send(method: string, params: Params = {}, headers: Record<string, string> = {}): Promise<Response> {
    const _meta = {
      [PROTOCOL_VERSION_META_KEY]: REVISION,
      [CLIENT_INFO_META_KEY]: { name: 'spec', version: '1' },
      [CLIENT_CAPABILITIES_META_KEY]: {},
    };
    const { name } = params;
    return this.post(
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
      {
        'mcp-protocol-version': REVISION,
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
        ...headers,
      },
    );
  }

  /**
   * Sends a request of the previous MCP revision. Returns the message in the event stream of the response.
   */
  async sendLegacy(method: string, params: Params = {}): Promise<{ result: Params }> {
    const { status, text } = await this.post(
      { jsonrpc: '2.0', id: 1, method, params },
      { 'mcp-protocol-version': LEGACY_REVISION },
    );
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    if (status !== 200) throw new Error(`${method}: ${status} ${text}`);
    return JSON.parse(data) as { result: Params };
  }

  async listTools(): Promise<ListedTool[]> {
    const { status, text, body } = await this.send('tools/list');
    if (status !== 200) throw new Error(`tools/list: ${status} ${text}`);
    return (this.tools = body.result.tools as ListedTool[]);
  }

  /** Calls a tool and validates the structured result against the output schema in the list of tools. */
  async call(name: string, given: Params = {}): Promise<CallResult> {
    const { status, text, body } = await this.send('tools/call', { name, arguments: given });
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
    const result = body.result as CallResult;
    const { outputSchema } = (this.tools ?? (await this.listTools())).find((tool) => tool.name === name)!;
    if (!result.isError && !this.ajv.validate(outputSchema, result.structuredContent))
      throw new Error(`${name}: ${this.ajv.errorsText()}`);
    return result;
  }

  private post(message: object, headers: Record<string, string>): Promise<Response> {
    return this.http.post('/mcp', message, {
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
    });
  }
}
