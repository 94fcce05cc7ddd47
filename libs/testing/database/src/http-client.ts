import { type Agent, request } from 'node:http';

export interface Response {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
  /** Response body as parsed JSON. undefined if the body is not JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into documents of many shapes
  body: any;
}

export interface Options {
  headers?: Record<string, string | string[]>;
  /** Request body. Strings and bytes are sent unchanged, and values of other types are sent as JSON. */
  body?: unknown;
}

/**
 * An HTTP client for one server, Host header and token. The client always connects to 127.0.0.1, so host
 * names need no DNS entry.
 */
export class HttpClient {
  constructor(
    readonly port: number,
    private readonly host: string,
    private readonly token?: string,
    /** Agent that reuses connections. If false, each request opens a new connection. */
    private readonly agent: Agent | false = false,
  ) {}

  as(token?: string): HttpClient {
    return new HttpClient(this.port, this.host, token, this.agent);
  }
  at(host: string): HttpClient {
    return new HttpClient(this.port, host, this.token, this.agent);
  }
  get origin(): string {
    return `http://${this.host}:${this.port}`;
  }

  get(path: string, options?: Options): Promise<Response> {
    return this.send('GET', path, options);
  }
  post(path: string, body: unknown, options?: Options): Promise<Response> {
    return this.send('POST', path, { ...options, body });
  }
  patch(path: string, body: unknown, options?: Options): Promise<Response> {
    return this.send('PATCH', path, { ...options, body });
  }
  delete(path: string, options?: Options): Promise<Response> {
    return this.send('DELETE', path, options);
  }

  send(method: string, path: string, { headers = {}, body }: Options = {}): Promise<Response> {
    const asIs = typeof body === 'string' || Buffer.isBuffer(body);
    const payload = body === undefined ? undefined : asIs ? body : JSON.stringify(body);
    const all: Record<string, string | string[] | number> = {
      host: `${this.host}:${this.port}`,
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/vnd.api+json', 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    };
    return exchange({ port: this.port, method, path, agent: this.agent }, all, payload);
  }
}

function exchange(
  to: { port: number; method: string; path: string; agent: Agent | false },
  headers: Record<string, string | string[] | number>,
  payload: string | Buffer | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...to, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const json = /[/+]json/.test(response.headers['content-type'] ?? '') && text !== '';
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Response['headers'],
          text,
          body: json ? (JSON.parse(text) as unknown) : undefined,
        });
      });
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}
