import { request } from 'node:http';
import { StartError } from './start-error';

export interface Document<Data = { id: string; attributes: Record<string, unknown> }> {
  data: Data;
  meta?: Record<string, unknown>;
}

const mediaType = 'application/vnd.api+json';

/** An HTTP client for a service on this machine, whose host name needs no DNS entry. */
export class Api {
  constructor(
    private readonly port: number,
    private readonly host: string,
    private readonly token?: string,
  ) {}

  with(token: string): Api {
    return new Api(this.port, this.host, token);
  }

  async answersWith(method: string, path: string, status: number): Promise<boolean> {
    return (await this.exchange(method, path)).status === status;
  }

  /** Sends a request and returns the response document. Throws the response if its status is an error. */
  async send<Data = Document['data']>(method: string, path: string, data?: object): Promise<Document<Data>> {
    const { status, text } = await this.exchange(method, path, data && JSON.stringify({ data }));
    if (status >= 400)
      throw new StartError(`the demo could not be set up: ${method} ${path} returned ${status} ${text}`);
    return JSON.parse(text) as Document<Data>;
  }

  private exchange(method: string, path: string, body?: string): Promise<{ status: number; text: string }> {
    const headers = {
      host: `${this.host}:${this.port}`,
      accept: mediaType,
      ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      ...(body ? { 'content-type': mediaType, 'content-length': Buffer.byteLength(body) } : {}),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.port, method, path, headers, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      sent.once('error', reject);
      sent.end(body);
    });
  }
}
