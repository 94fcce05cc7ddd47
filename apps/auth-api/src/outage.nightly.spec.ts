import { OwnPostgres, type Response, until } from '@storewright/testing';
import { anOwner, authApi, newObject, type TestOwner, type TestService } from './testing/test-service';

describe('the auth API while the postmaster is stopped and open connections still work', () => {
  let postgres: OwnPostgres;
  let service: TestService;
  let owner: TestOwner;
  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    service = await authApi({}, undefined, postgres);
    owner = await anOwner(service);
  });
  afterAll(async () => {
    postgres.resume();
    await service.stop();
  });

  it('returns 503 with Retry-After for requests that need a new connection, and recovers afterwards', async () => {
    const read = () => owner.api.get('/api/shops');
    const write = () => owner.api.post('/api/shops', newObject('shops', { name: 'A shop' }));
    const signIn = () =>
      service.api.post(
        '/api/sessions',
        newObject('sessions', { email: owner.email, password: owner.password }),
      );
    // The connection monitor keeps its connection, so the server seems to respond.
    await postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = 'storewright_auth' AND application_name NOT LIKE '%-watch'`,
    );
    postgres.suspend();
    const sent = Array.from({ length: 6 }, () => [read(), write(), signIn()]).flat();
    const responses: Response[] = await Promise.all(sent);
    postgres.resume();
    expect(
      responses.map(({ status, headers, body }) => [status, body.errors[0].code, headers['retry-after']]),
    ).toEqual(responses.map(() => [503, 'unavailable', '2']));
    await until('it serves again', async () => (await read()).status === 200);
  });
});
