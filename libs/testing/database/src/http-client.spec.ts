import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from './http-client';

/** A server that echoes each request. */
const server: Server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString();
    if (method === 'DELETE') return void response.writeHead(204).end();
    response.writeHead(418, { 'content-type': 'application/vnd.api+json' });
    response.end(JSON.stringify({ method, url, headers, body }));
  });
});
let http: HttpClient;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  http = new HttpClient((server.address() as AddressInfo).port, 'a-shop.localhost', 'swa_token');
});
afterAll(() => once(server.close(), 'close'));

it('HttpClient sends the Host header and the token to the local server without a DNS lookup', async () => {
  const { status, body } = await http.get('/api/meta?x=1');
  expect([status, body.method, body.url]).toEqual([418, 'GET', '/api/meta?x=1']);
  expect(body.headers).toMatchObject({
    host: `a-shop.localhost:${http.port}`,
    authorization: 'Bearer swa_token',
  });
  expect(body.headers).not.toHaveProperty('content-type');
});

it('HttpClient.at() returns a client with a different host, and as() a client with a different token', async () => {
  expect((await http.at('other.localhost').get('/')).body.headers.host).toBe(`other.localhost:${http.port}`);
  expect((await http.as('swo_other').get('/')).body.headers.authorization).toBe('Bearer swo_other');
  expect((await http.as().get('/')).body.headers).not.toHaveProperty('authorization');
});

it('HttpClient sends an object body as JSON:API and a string body unchanged', async () => {
  const value = await http.post('/', { data: { type: 'meta', title: 'é' } });
  expect(value.body).toMatchObject({
    body: '{"data":{"type":"meta","title":"é"}}',
    headers: { 'content-type': 'application/vnd.api+json', 'content-length': '37' },
  });
  const text = await http.patch('/', '{broken', { headers: { 'content-type': 'text/plain' } });
  expect(text.body).toMatchObject({ body: '{broken', headers: { 'content-type': 'text/plain' } });
});

it('HttpClient returns undefined as the body if the response is empty', async () => {
  expect(await http.delete('/')).toMatchObject({ status: 204, text: '', body: undefined });
});

it('HttpClient rejects a request if no server listens on the port', async () => {
  const closed = createServer();
  await once(closed.listen(0, '127.0.0.1'), 'listening');
  const { port } = closed.address() as AddressInfo;
  await once(closed.close(), 'close');
  await expect(new HttpClient(port, 'localhost').get('/')).rejects.toThrow('ECONNREFUSED');
});
