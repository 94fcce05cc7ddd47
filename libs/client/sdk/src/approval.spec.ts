import { ApprovalPendingError } from './approval';
import { Shop } from './shop';
import { scriptedFetch } from './testing/scripted-fetch';

const proposal = { type: 'proposals', id: '1', attributes: { status: 'pending' } };

describe('ApprovalPendingError', () => {
  it('is thrown with the proposal by every write method if the server stores the write as a proposal', async () => {
    const pending = { status: 202, body: { data: proposal } };
    const { fetch } = scriptedFetch(pending, pending, pending, pending);
    const shop = new Shop({ baseUrl: 'https://a-shop.example', token: 'swo_x', fetch });
    const atomic = shop.atomic();
    atomic.delete({ type: 'products', id: '1' });
    const writes = [
      shop.products.create({ title: 'Mug' }),
      shop.products.update('1', { title: 'Cup' }),
      shop.products.delete('1'),
      atomic.send(),
    ];
    for (const write of writes) {
      const error: unknown = await write.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApprovalPendingError);
      expect((error as ApprovalPendingError).proposal).toEqual(proposal);
    }
  });
});
