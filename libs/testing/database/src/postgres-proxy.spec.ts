import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { PostgresProxy } from './postgres-proxy';
import { until } from './until';

describe('PostgresProxy with a delay', () => {
  let server: Server;
  let proxy: PostgresProxy;
  let client: Socket;
  let heard = '';
  beforeEach(async () => {
    server = createServer((socket) => socket.on('data', (piece) => (heard += piece.toString())));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    proxy = await PostgresProxy.before(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/any`);
    client = connect(Number(new URL(proxy.through('postgres://any/any')).port), '127.0.0.1');
    client.write('begins ');
    await until('the connection is there', () => Promise.resolve(heard !== ''));
  });
  afterEach(async () => {
    client.destroy();
    await proxy.close();
    await new Promise((done) => server.close(done));
  });

  it('keeps the order of data when the delay is removed', async () => {
    const isHeldUp = () => [...proxy['passages']].some(({ late }) => [...late.values()].flat().length > 0);
    proxy.delay(50);
    client.write('late ');
    await until('the proxy has it', () => Promise.resolve(isHeldUp()));
    await proxy.pass();
    client.write('soon');
    await until('both have come', () => Promise.resolve(heard.includes('late') && heard.includes('soon')));
    expect(heard).toBe('begins late soon');
  });
});
