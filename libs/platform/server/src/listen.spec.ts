import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { listen } from './listen';
import { createApplication } from './serve';
import { Crowd } from './testing/crowd';

@Module({})
class NoModule {}

let application: NestFastifyApplication;
let crowd: Crowd | undefined;
afterEach(async () => {
  await crowd?.leave();
  await application.close();
});

it('listen lets the kernel queue a thousand connections while the server accepts none', async () => {
  const address = { host: '127.0.0.1', port: 0 };
  application = await createApplication(NoModule, {
    ...{ ...address, name: 'spec', docsUrl: '', logLevel: 'silent' },
    ...{ bodyLimit: 1_000, trustedProxies: [], maxRequestsAtOnce: 1_000 },
  });
  await listen(application, address);
  // The crowd is larger than Node's default backlog of 511.
  crowd = new Crowd(Number(new URL(await application.getUrl()).port), 1_000);
  expect(await crowd.connect()).toBe(1_000);
});

it.each(['no-such-host.invalid', '192.0.2.1'])(
  'listen throws a one-line error that names HOST if the machine has no address HOST=%s',
  async (host) => {
    const address = { host, port: 0 };
    application = await createApplication(NoModule, {
      ...{ ...address, name: 'spec', docsUrl: '', logLevel: 'silent' },
      ...{ bodyLimit: 1_000, trustedProxies: [], maxRequestsAtOnce: 1_000 },
    });
    await expect(listen(application, address)).rejects.toThrow(
      /^HOST is not an address of this machine: [^\n]+$/,
    );
  },
);
