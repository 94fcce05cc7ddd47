import { Agent, request } from 'node:http';

/** Where requests go: a port of this machine, with the `Host` header and the token of a shop. */
export interface Target {
  port: number;
  host: string;
  token?: string;
}

export function targetOf(
  { domain, token }: { domain: string; token: string },
  port: number,
): Required<Target> {
  return { port, host: `${domain}.localhost`, token };
}

export function headersOf({ host, token }: Omit<Target, 'port'>): Record<string, string> {
  return { host, ...(token && { authorization: `Bearer ${token}` }) };
}

export interface HttpRequest {
  port: number;
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Default: a connection of its own. */
  agent?: Agent;
  /** Source address, one of this machine. */
  localAddress?: string;
}

export interface HttpResponse {
  status: number;
  text: string;
}

/** Rejects if the connection fails. */
export function send({ body, method = 'GET', agent, ...options }: HttpRequest): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', ...options, method, agent: agent ?? false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode!, text }));
    });
    sent.once('error', reject);
    // With a string body, Node would encode the headers as UTF-8.
    sent.end(body === undefined ? undefined : Buffer.from(body));
  });
}

/** Status of the response, or 0 if the connection fails. */
export function statusOf(sent: HttpRequest): Promise<number> {
  return send(sent).then(
    ({ status }) => status,
    () => 0,
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Reads a document over a kept connection and measures the time in milliseconds. */
export async function getDocument(
  target: Target,
  path: string,
): Promise<{ text: string; document: Record<string, unknown>; ms: number }> {
  const startedAt = performance.now();
  const { status, text } = await send({ port: target.port, path, headers: headersOf(target), agent });
  const ms = performance.now() - startedAt;
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return { text, document: JSON.parse(text) as Record<string, unknown>, ms };
}
