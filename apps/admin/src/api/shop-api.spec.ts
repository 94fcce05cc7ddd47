import { askShop } from './shop-api';

const answer = (document: object): Response =>
  new Response(JSON.stringify(document), { headers: { 'content-type': 'application/vnd.api+json' } });

it('askShop shares one session token request between concurrent requests', async () => {
  const asked: string[] = [];
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    asked.push(String(address));
    const attributes = { token: 'swa_x', expires_at: inAnHour };
    return Promise.resolve(answer({ data: { type: 'session_tokens', id: '1', attributes } }));
  });
  await Promise.all(['/api/meta', '/api/orders', '/api/webhook_streams'].map((path) => askShop('7', path)));
  await askShop('7', '/api/products');
  expect(asked.filter((each) => each.endsWith('/session_tokens'))).toHaveLength(1);
  expect(asked).toHaveLength(5);
});
