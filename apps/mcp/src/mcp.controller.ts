import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { Controller, Inject, Logger, type OnApplicationShutdown, Post, Req } from '@nestjs/common';
import { Public, StepUpNotRequired } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import type { ApiAnswer } from '@storewright/mcp-tools';
import type { FastifyRequest } from 'fastify';
import { Exchange, Refused } from './exchange';
import { mcpServer } from './mcp-server';
import { neededScopes, withMetadata } from './protected-resource';
import type { McpSettings } from './settings';
import { callerHeaders, MCP_SETTINGS, ShopApi } from './shop-api';
import { ToolCatalog } from './tool-catalog';

/** Request headers that the protocol reads. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'];

/** Headers of the shop API that belong to the response of this server. */
const PASSED_HEADERS = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate'];

/**
 * The MCP endpoint of every shop (docs/adr/mcp.md): streamable HTTP without sessions. It has no rules about tokens,
 * because each request to the shop API carries the credential of the caller.
 */
@Controller('mcp')
export class McpController implements OnApplicationShutdown {
  private readonly log = new Logger('mcp');
  private readonly handler: McpHttpHandler;
  private readonly origins: ReadonlySet<string>;

  constructor(
    private readonly api: ShopApi,
    private readonly catalog: ToolCatalog,
    @Inject(MCP_SETTINGS) { corsOrigins, bodyLimit }: Pick<McpSettings, 'corsOrigins' | 'bodyLimit'>,
  ) {
    this.origins = new Set(corsOrigins);
    this.handler = createMcpHandler(({ authInfo }) => mcpServer(exchangeOf(authInfo), catalog), {
      // Rejects subscriptions, because this server has nothing to notify clients of.
      maxSubscriptions: 0,
      maxRequestBodySize: bodyLimit,
      onerror: ({ message }) => this.log.debug(message),
    });
  }

  @Post()
  @Public('the shop API checks the token of each request')
  @StepUpNotRequired('the shop API accepts only tokens here, and tokens have no session')
  async handle(@Req() request: FastifyRequest): Promise<Render> {
    const { origin } = request.headers;
    if (origin !== undefined && !this.origins.has(origin)) return rendered(originRefused);
    const text = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '';
    const exchange = new Exchange(this.api, callerHeaders(request));
    const refused = (refusal: ApiAnswer) => this.challenged(request, refusal, calledTool(text));
    try {
      // A call checks the token by its own request.
      if (methodOf(text) !== 'tools/call') await exchange.token();
      const answer = await this.exchanged(request, text, exchange);
      // A call without a request, such as that of an unknown tool, also needs a valid token.
      if (!exchange.isChecked) await exchange.token();
      return rendered(exchange.refusal ? await refused(exchange.refusal) : answer);
    } catch (error) {
      if (error instanceof Refused && exchange.refusal) return rendered(await refused(exchange.refusal));
      throw error;
    }
  }

  /**
   * Adds the URL of the metadata to a challenge, and to a 401 the scopes that the client needs (RFC 9728 §5.1). The
   * 403 of the shop API already names the missing scopes.
   */
  private async challenged(request: FastifyRequest, answer: ApiAnswer, called: unknown): Promise<ApiAnswer> {
    const challenge = answer.headers['www-authenticate'];
    if (challenge === undefined) return answer;
    const exchange = new Exchange(this.api, callerHeaders(request));
    const tools = answer.status === 401 ? await this.catalog.tools(exchange).catch(() => []) : [];
    const scopes = neededScopes(tools, called);
    const headers = {
      ...answer.headers,
      'www-authenticate': withMetadata(challenge, request, scopes),
    };
    return { ...answer, headers };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.handler.close();
  }

  /** Passes the request to the protocol. Reads the whole response, because a call can still be refused. */
  private async exchanged(request: FastifyRequest, body: string, exchange: Exchange): Promise<ApiAnswer> {
    const headers = new Headers();
    for (const name of PROTOCOL_HEADERS) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    // The protocol does not use the URL.
    const sent = new Request('http://localhost/mcp', { method: 'POST', headers, body });
    const response = await this.handler.fetch(sent, { authInfo: authInfoOf(exchange) });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  }
}

/** Passes the exchange to the server of the request. The shop API checks the token, so its text is not needed. */
function authInfoOf(exchange: Exchange): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { exchange } };
}

function exchangeOf(authInfo: AuthInfo | undefined): Exchange {
  const exchange = authInfo?.extra?.['exchange'];
  if (!(exchange instanceof Exchange)) throw new Error('the request has no exchange');
  return exchange;
}

/** Returns the method of a message, or undefined for a batch or invalid JSON. */
function methodOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { method?: unknown } | null)?.method;
  } catch {
    return undefined;
  }
}

/** Returns the name of the called tool, or undefined for other messages. */
function calledTool(text: string): unknown {
  try {
    return (JSON.parse(text) as { params?: { name?: unknown } } | null)?.params?.name;
  } catch {
    return undefined;
  }
}

/** The protocol requires a check of Origin against DNS rebinding (specification, "Transports"). */
const originRefused: ApiAnswer = {
  status: 403,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32_000,
      message: 'Pages of this origin cannot send requests. The operator allows origins with CORS_ORIGINS.',
    },
  }),
};

function rendered({ status, headers, body }: ApiAnswer): Render {
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return () => ({ status, headers: Object.fromEntries(passed), ...(body !== '' && { body }) });
}
