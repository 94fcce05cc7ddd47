import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { examination } from './examination';
import type { Terminal } from './terminal';

let apartMs: number;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_, response) => {
    const date = new Date(Date.now() - apartMs).toUTCString();
    response.writeHead(200, { date, 'content-type': 'application/vnd.api+json' }).end('{"data":[]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each([
  [600_000, /^This machine’s clock is (599|600|601) s ahead of the platform’s. Correct the clock\.$/],
  [-600_000, /^This machine’s clock is (599|600|601) s behind the platform’s. Correct the clock\.$/],
  [0, /^The clock of this machine matches the clock of the platform\.$/],
])(
  'doctor first reports if the local clock differs by %s ms from the clock of the platform',
  async (apart, text) => {
    apartMs = apart;
    const environment = {
      STOREWRIGHT_BASE_URL: url,
      STOREWRIGHT_TOKEN: 'swa_x',
      WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    };
    const [first] = await examination({ environment } as unknown as Terminal, { to: `${url}/webhooks` });
    expect(first).toEqual({ ok: apart === 0, text: expect.stringMatching(text) });
  },
);
