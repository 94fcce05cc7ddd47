import { Controller, Get, Module } from '@nestjs/common';
import { Public, Scope } from '@storewright/access';
import { noContent, Operation, type Render } from '@storewright/json-api';
import { anApi, aTenant, type TestApi } from './api';

@Controller('api/plain')
class PlainController {
  @Get()
  @Public('a spec reads it')
  @Operation({ answers: [{ shows: 'nothing', status: 200 }] })
  open(): object {
    return { text: 'no document' };
  }

  @Get('closed')
  @Scope('shops.get')
  @Operation({ answers: [{ shows: 'nothing' }] })
  closed(): Render {
    return noContent();
  }
}

@Module({ controllers: [PlainController] })
class PlainModule {}

let api: TestApi;
beforeAll(async () => {
  api = await anApi([PlainModule]);
});
afterAll(() => api.close());

describe('anApi', () => {
  it('checks the host, token and scopes of a request and reports errors in the same way as the shop API', async () => {
    const path = '/api/plain/closed';
    const { shop, http } = await aTenant(api, ['meta.get']);
    const statuses = [http.at('nobody.localhost'), http.as(), http].map(
      async (each) => (await each.get(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 401, 403]);
    const allowed = await aTenant(api, ['shops.get'], shop);
    expect((await allowed.http.get(path)).status).toBe(204);
  });

  it('serves only the routes of the given modules', async () => {
    expect((await api.http.get('/api/products')).status).toBe(404);
  });

  it('returns an HTTP client that throws if a response violates JSON:API', async () => {
    await expect(api.http.get('/api/plain')).rejects.toThrow('GET /api/plain → 200 breaks CN-01');
  });
});
