import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { authApiSettings } from '@storewright/config';
import { createApplication } from '@storewright/server';
import { HttpClient, testKey, testSecretsKey, Wire } from '@storewright/testing';
import { mintNonce } from '@storewright/tokens';
import { AppModule } from './app.module';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  type OwnedShop,
  type RegisteredApp,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;
let wire: Wire;
let instances: NestFastifyApplication[];
let clients: HttpClient[];

beforeAll(async () => {
  service = await authApi();
  [shop, app] = [await anOwnedShop(service), await aRegisteredApp(service)];
  const url = service.database.url('auth');
  wire = await Wire.before(url);
  // The pool is small compared with the number of concurrent requests.
  const environment = { AUTH_DATABASE_URL: wire.through(url), DATABASE_POOL_SIZE: '2' };
  instances = [await anInstance(environment), await anInstance(environment)];
  clients = await Promise.all(
    instances.map(async (each) => new HttpClient(Number(new URL(await each.getUrl()).port), 'localhost')),
  );
});
afterAll(async () => {
  await Promise.all(instances.map((each) => each.close()));
  wire.close();
  await service.stop();
});

const exchange = (client: HttpClient, nonce: string) => client.get(`/api/oauth_tokens/nonce/${nonce}`);

describe('nonce exchange', () => {
  // Opens connections and prepares statements before the messages are counted.
  beforeEach(async () => {
    for (let times = 0; times < 2; times += 1)
      expect((await exchange(clients[0]!, (await aGrant(shop, app)).nonce)).status).toBe(200);
  });

  it('sends at most four messages to the database, even when the exchange revokes an older token', async () => {
    const { nonce } = await aGrant(shop, app);
    wire.sent();
    expect((await exchange(clients[0]!, nonce)).status).toBe(200);
    const sent = wire.sent();
    expect([sent.length > 4, sent]).toEqual([false, sent]);
  });

  it('sends one query without a transaction for an unknown nonce', async () => {
    wire.sent();
    expect(codesOf(await exchange(clients[0]!, mintNonce()))).toEqual(['nonce_not_found']);
    const sent = wire.sent();
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain('BEGIN');
  });

  it(
    'creates one token for sixty concurrent requests to two instances with two connections each, and ' +
      'rejects none',
    async () => {
      const { nonce } = await aGrant(shop, app);
      const races = Array.from({ length: 60 }, (_, at) => exchange(clients[at % 2]!, nonce));
      const answers = await Promise.all(races);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ body }) => body.data.attributes.token)).size).toBe(1);
    },
  );
});

async function anInstance(environment: Record<string, string>): Promise<NestFastifyApplication> {
  const given = { TOKEN_KEY: testKey, SECRETS_KEY: testSecretsKey, LOG_LEVEL: 'silent', ...environment };
  const settings = authApiSettings(given);
  const application = await createApplication(AppModule.with(settings), { ...settings, name: 'auth-api' });
  await application.listen(0, '127.0.0.1');
  return application;
}
