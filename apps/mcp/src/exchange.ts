import { ApiError } from '@storewright/json-api';
import type { ApiAnswer, ApiRequest, TokenScopes } from '@storewright/mcp-tools';
import type { CallerHeaders, ShopApi } from './shop-api';

/**
 * Thrown if a response of the shop API must replace the response of the MCP server. `Exchange.refusal`
 * contains the response of the shop API.
 */
export class Refused extends Error {}

/** Sends the shop API requests that one HTTP request to the MCP server needs. */
export class Exchange {
  /** Response of the shop API that replaces the response of the MCP server. */
  refusal: ApiAnswer | undefined;
  /** True after the shop API accepted or rejected the caller's token. */
  isChecked = false;
  private scopes?: Promise<TokenScopes>;

  constructor(
    private readonly api: Pick<ShopApi, 'send'>,
    private readonly caller: CallerHeaders,
  ) {}

  /**
   * Sends the shop API request of a tool call. A response with a WWW-Authenticate challenge becomes the HTTP
   * response, so that clients request a new token. All other errors become tool results for the model.
   */
  async send(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.api.send(request, this.caller).catch(unavailable);
    this.isChecked = true;
    if (answer.headers['www-authenticate'] !== undefined) this.refusal = answer;
    return answer;
  }

  /**
   * Reads a document of the shop API. An error of the shop API becomes the HTTP response of the MCP server.
   */
  async read(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const accept = { accept: 'application/vnd.api+json, application/json', ...headers };
    const answer = await this.api.send({ method: 'GET', path, headers: accept }, this.caller);
    if (answer.status < 400) return answer;
    this.refusal = answer;
    throw new Refused(`GET ${path} returned ${answer.status}`);
  }

  /** Returns the kind and the scopes of the token. The shop API validates host and token. */
  token(): Promise<TokenScopes> {
    return (this.scopes ??= this.readToken());
  }

  private async readToken(): Promise<TokenScopes> {
    const { body } = await this.read('/api/token');
    this.isChecked = true;
    return (JSON.parse(body) as { data: { attributes: TokenScopes } }).data.attributes;
  }
}

function unavailable(error: unknown): ApiAnswer {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message, headers = {} } = error;
  const errors = [{ status: String(status), code, detail: message }];
  return { status, headers, body: JSON.stringify({ errors }) };
}
