import { confirm } from './erasures';
import { refusal, scriptedFetch } from './testing/scripted-fetch';

const options = { authUrl: 'https://platform.example', app: { id: 'a-1', secret: 's:1' } };
const attributes = { erasure_id: 'e-1', app_id: 'a-1', shop_id: 's-1', confirmed_at: '2026-11-27T09:00:00Z' };

describe('erasures.confirm', () => {
  it("sends the erasure id with the app's credentials, retries after a failure, and returns the receipt", async () => {
    const created = { status: 201, body: { data: { type: 'erasure_receipts', id: 'e-1', attributes } } };
    const { fetch, sent } = scriptedFetch(new TypeError('fetch failed'), created);
    expect(await confirm('e-1', { ...options, fetch })).toEqual({
      ...{ erasureId: 'e-1', appId: 'a-1', shopId: 's-1', confirmedAt: attributes.confirmed_at },
    });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({
      url: `${options.authUrl}/api/erasure_receipts`,
      headers: { authorization: `Basic ${btoa('a-1:s%3A1')}` },
    });
    expect(JSON.parse(sent[1]!.body!)).toEqual({
      data: { type: 'erasure_receipts', attributes: { erasure_id: 'e-1' } },
    });
  });

  it('throws ApiError if the erasure request belongs to a different app', async () => {
    const { fetch } = scriptedFetch(refusal(404, 'not_found'));
    await expect(confirm('e-2', { ...options, fetch })).rejects.toMatchObject({ name: 'ApiError' });
  });
});
