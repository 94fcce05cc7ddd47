import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from './http-client';

interface Seen {
  method: string;
  url: string;
  headers: string[];
  body: string;
}

describe('the HTTP client of the tests', () => {
  let server: Server;
  let client: HttpClient;

  /** Answers what it was sent. */
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, rawHeaders } = request;
        const body = Buffer.concat(chunks).toString('latin1');
        const type = url === '/text' ? 'text/plain' : 'application/vnd.api+json';
        response.writeHead(url === '/gone' ? 410 : 200, { 'content-type': type });
        response.end(JSON.stringify({ method, url, headers: rawHeaders, body }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    client = new HttpClient((server.address() as AddressInfo).port, 'demo-shop.shops.test', 'token');
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** All values that came for a header. */
  const sent = (name: string, { headers }: Seen) =>
    headers.filter((_, at) => at % 2 && headers[at - 1]!.toLowerCase() === name);

  it('reaches any host name over the loopback, and sends it', async () => {
    const seen = (await client.get('/x?a=[b]')).body as Seen;
    expect(seen).toMatchObject({ method: 'GET', url: '/x?a=[b]', body: '' });
    expect(sent('host', seen)).toEqual([`demo-shop.shops.test:${client.port}`]);
    expect(sent('host', (await client.at('other.test').get('/')).body as Seen)).toEqual([
      `other.test:${client.port}`,
    ]);
    expect(sent('content-type', seen)).toEqual([]);
  });

  it('sends its token, another one or none', async () => {
    expect(sent('authorization', (await client.get('/')).body as Seen)).toEqual(['Bearer token']);
    expect(sent('authorization', (await client.as('x').get('/')).body as Seen)).toEqual(['Bearer x']);
    expect(sent('authorization', (await client.as().get('/')).body as Seen)).toEqual([]);
    expect(sent('authorization', (await client.as('x').at('h').get('/')).body as Seen)).toEqual(['Bearer x']);
  });

  it('sends objects as JSON:API, and text and bytes as they are', async () => {
    const json = (await client.post('/', { a: 1 })).body as Seen;
    expect([json.body, sent('content-type', json)]).toEqual(['{"a":1}', ['application/vnd.api+json']]);
    expect(((await client.patch('/', '{"a"')).body as Seen).body).toBe('{"a"');
    expect(((await client.post('/', Buffer.from([0, 255]))).body as Seen).body).toBe('\x00\xff');
    expect(((await client.send('DELETE', '/', { body: null })).body as Seen).body).toBe('null');
  });

  it('can send a header twice, and its own values in place of the usual ones', async () => {
    const headers = { authorization: ['Bearer a', 'Bearer b'], 'content-type': 'text/plain' };
    const seen = (await client.post('/', 'x', { headers })).body as Seen;
    expect(sent('authorization', seen)).toEqual(['Bearer a', 'Bearer b']);
    expect(sent('content-type', seen)).toEqual(['text/plain']);
  });

  it('gives status, headers and text of any answer, and JSON where it says so', async () => {
    const gone = await client.get('/gone');
    expect([gone.status, gone.headers['content-type']]).toEqual([410, 'application/vnd.api+json']);
    expect(JSON.parse(gone.text)).toEqual(gone.body);
    expect((await client.get('/text')).body).toBeUndefined();
  });

  it('fails where nobody listens', async () => {
    await expect(new HttpClient(1, 'h').get('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
