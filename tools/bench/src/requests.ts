import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One GET over a kept connection: the document and how long it took, in ms. The Host header has no port, so that both servers write the same links. */
export function get(
  { port, host, token }: { port: number; host: string; token?: string },
  path: string,
): Promise<{ text: string; document: Record<string, unknown>; ms: number }> {
  const headers = { host, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        const ms = performance.now() - started;
        if (response.statusCode !== 200)
          return reject(new Error(`GET ${path}: ${response.statusCode} ${text}`));
        resolve({ text, document: JSON.parse(text) as Record<string, unknown>, ms });
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}
