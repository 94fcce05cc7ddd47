import { createServer, request as ask } from 'node:http';
import { once } from 'node:events';

/**
 * A proxy in front of the shop API that simulates network failures. The first segment of the request path selects the
 * failure. The remaining segments are the API path.
 */
export async function openGate(baseUrl) {
  const seen = new Set();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  async function answer(request, response) {
    const [, word, ...rest] = request.url.split('/');
    const pathOf = (skipped) => `/${rest.slice(skipped).join('/')}`;
    const isFirst = !seen.has(request.url.split('?', 1)[0]);
    if (request.method === 'OPTIONS') return pass(request, response, { path: `/api` });
    seen.add(request.url.split('?', 1)[0]);
    if (word === 'through') return pass(request, response, { path: pathOf(0) });
    if (word === 'cut-once')
      return pass(request, response, { path: pathOf(1), cutAt: isFirst ? 50_000 : Infinity });
    if (word === 'fails-once' && !isFirst) return pass(request, response, { path: pathOf(2) });
    if (word === 'gone') return response.destroy();
    if (word === 'never') return;
    const allowed = await crossOrigin(request.headers.origin);
    const json = { ...allowed, 'content-type': 'application/vnd.api+json' };
    if (word === 'fails-once') {
      const status = Number(rest[0]);
      const code = status === 429 ? 'rate_limited' : 'overloaded';
      response.writeHead(status, { ...json, 'retry-after': '1' });
      return response.end(
        JSON.stringify({ errors: [{ id: '1', status: rest[0], code, title: code, detail: code }] }),
      );
    }
    if (word === 'half') return response.writeHead(200, json).write('{"data":');
    if (word === 'endless') {
      response.writeHead(200, json);
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
      };
      response.on('drain', more);
      return more();
    }
    if (word === 'html')
      return response
        .writeHead(200, { ...allowed, 'content-type': 'text/html' })
        .end('<title>Welcome</title>');
    return response.writeHead(302, { ...allowed, location: '/through/api/orders' }).end();
  }

  /** Returns the CORS headers that the shop API sends to pages of this origin. */
  async function crossOrigin(origin) {
    const answered = await asked({ path: '/api', headers: origin ? { origin } : {} });
    answered.resume();
    const { headers } = answered;
    return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
  }

  async function asked({ method = 'GET', path, headers, body }) {
    const { hostname, port, host } = new URL(baseUrl);
    const where = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname;
    const sent = ask({ host: where, port, method, path, headers: { ...headers, host } });
    sent.on('error', () => undefined);
    if (body) body.pipe(sent);
    else sent.end();
    const [answered] = await once(sent, 'response');
    return answered;
  }

  async function pass(request, response, { path, cutAt = Infinity }) {
    const { method, headers } = request;
    const answered = await asked({ method, path, headers, body: request });
    response.writeHead(answered.statusCode, answered.headers);
    let sent = 0;
    for await (const chunk of answered) {
      if (sent + chunk.length > cutAt)
        return response.write(chunk.subarray(0, cutAt - sent), () => response.destroy());
      sent += chunk.length;
      response.write(chunk);
    }
    response.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => (server.closeAllConnections(), server.close()),
  };
}
