import { ApiError } from '@storewright/json-api';
import type { ApiAnswer, ApiRequest, TokenScopes } from '@storewright/mcp-tools';
import type { CallerHeaders, ShopApi } from './shop-api';

/** Thrown when a response of the shop API becomes the HTTP response. The exchange has the response. */
export class Refused extends Error {}

/** Sends the requests to the shop API that one HTTP request to the MCP server needs. */
export class Exchange {
  /** Response of the shop API that replaces the response of the protocol. */
  refusal: ApiAnswer | undefined;
  /** True if the shop API has checked the token. */
  isChecked = false;
  private scopes?: Promise<TokenScopes>;

  constructor(
    private readonly api: Pick<ShopApi, 'send'>,
    private readonly caller: CallerHeaders,
  ) {}

  /**
   * Sends the request of a tool. A response with a challenge (401, or 403 for a missing scope) also becomes the HTTP
   * response, because clients then get another token. Other errors are results for the model.
   */
  async send(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await this.api.send(request, this.caller).catch(unavailable);
    this.isChecked = true;
    if (answer.headers['www-authenticate'] !== undefined) this.refusal = answer;
    return answer;
  }

  /** Reads a document that a request of the protocol needs. Any error becomes the HTTP response. */
  async read(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
    const accept = { accept: 'application/vnd.api+json, application/json', ...headers };
    const answer = await this.api.send({ method: 'GET', path, headers: accept }, this.caller);
    if (answer.status < 400) return answer;
    this.refusal = answer;
    throw new Refused(`GET ${path} returned ${answer.status}`);
  }

  /** Returns the kind and the scopes of the token. Checks the host and the token in the shop API. */
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
