import { Agent, request } from 'node:http';

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
  /** Agent that reuses connections. If omitted, each request opens a new connection. */
  agent?: Agent;
  localAddress?: string;
}

export interface HttpResponse {
  status: number;
  text: string;
}

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
    // Sends the body as bytes, because Node would encode the headers as UTF-8 if the body were a string.
    sent.end(body === undefined ? undefined : Buffer.from(body));
  });
}

/** Sends a request and returns the response status, or 0 if the connection fails. */
export function statusOf(sent: HttpRequest): Promise<number> {
  return send(sent).then(
    ({ status }) => status,
    () => 0,
  );
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends a GET over a persistent connection and measures the response time in milliseconds. */
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
