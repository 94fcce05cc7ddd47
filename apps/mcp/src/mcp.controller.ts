import { type AuthInfo, createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { Controller, Inject, Logger, type OnApplicationShutdown, Post, Req } from '@nestjs/common';
import { Public, StepUpNotRequired } from '@storewright/access';
import type { Render } from '@storewright/json-api';
import { type ApiAnswer, bodyText, originRefusal, protocolAnswer } from '@storewright/mcp-tools';
import type { FastifyRequest } from 'fastify';
import { Exchange, Refused } from './exchange';
import { mcpServer } from './mcp-server';
import { neededScopes, withMetadata } from './protected-resource';
import type { McpSettings } from './settings';
import { callerHeaders, MCP_SETTINGS, ShopApi } from './shop-api';
import { ToolCatalog } from './tool-catalog';

const PASSED_HEADERS = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after', 'www-authenticate'];

/**
 * The MCP endpoint of every shop (docs/adr/mcp.md): streamable HTTP without sessions. The shop API checks the
 * caller's token, which every shop API request contains.
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
      // Rejects subscriptions, because the MCP server sends no notifications.
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
    const text = bodyText(request);
    const exchange = new Exchange(this.api, callerHeaders(request));
    const refused = (refusal: ApiAnswer) => this.challenged(request, refusal, calledTool(text));
    try {
      // Checks the token only if the MCP request calls no tool, because the shop API checks the token of a
      // tool call.
      if (methodOf(text) !== 'tools/call') await exchange.token();
      const answer = await protocolAnswer(this.handler, request, authInfoOf(exchange));
      // A tool call without a shop API request, such as a call of an unknown tool, must still require a valid
      // token.
      if (!exchange.isChecked) await exchange.token();
      return rendered(exchange.refusal ? await refused(exchange.refusal) : answer);
    } catch (error) {
      if (error instanceof Refused && exchange.refusal) return rendered(await refused(exchange.refusal));
      throw error;
    }
  }

  /**
   * Adds the metadata URL to a WWW-Authenticate challenge. Also adds the required scopes to the challenge of
   * a 401 (RFC 9728 §5.1). The challenge of a 403 already contains them.
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
}

/**
 * Passes the exchange to the MCP server in its authentication data. The token in this data is empty, because
 * the shop API checks the token.
 */
function authInfoOf(exchange: Exchange): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { exchange } };
}

function exchangeOf(authInfo: AuthInfo | undefined): Exchange {
  const exchange = authInfo?.extra?.['exchange'];
  if (!(exchange instanceof Exchange)) throw new Error('the request has no exchange');
  return exchange;
}

/** Returns the method of a JSON-RPC message. Returns undefined for a batch or invalid JSON. */
function methodOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { method?: unknown } | null)?.method;
  } catch {
    return undefined;
  }
}

function calledTool(text: string): unknown {
  try {
    return (JSON.parse(text) as { params?: { name?: unknown } } | null)?.params?.name;
  } catch {
    return undefined;
  }
}

const originRefused = originRefusal('The operator can allow origins in CORS_ORIGINS.');

function rendered({ status, headers, body }: ApiAnswer): Render {
  const passed = PASSED_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return () => ({ status, headers: Object.fromEntries(passed), ...(body !== '' && { body }) });
}
