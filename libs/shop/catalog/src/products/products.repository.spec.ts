import { inMemoryTransaction } from '@storewright/api-testing';
import { Product } from './product.entity';
import { ProductsRepository } from './products.repository';

const repository = new ProductsRepository({ clock: Date });
const sent = <T extends object>(attributes: T) => ({
  attributes,
  relationships: {},
  pointer: '/data',
  source: '',
});
const aProduct = {
  title: 'Mug',
  handle: 'mug',
  description: '',
  status: 'draft',
  tags: [] as string[],
} as const;

describe('insert of a product', () => {
  it('creates a product with the status draft and a handle derived from the title', async () => {
    const tx = inMemoryTransaction();
    const row = await repository.insert(tx, sent({ title: 'Blue mug' }));
    expect(row).toMatchObject({ status: 'draft', handle: 'blue-mug', published_at: null });
  });

  it('throws for a handle that a different product has', async () => {
    const tx = inMemoryTransaction();
    tx.given(Product, aProduct);
    const insert = repository.insert(tx, sent({ title: 'Cup', handle: 'mug' }));
    await expect(insert).rejects.toThrow('already has this handle');
  });
});

describe('update of a product', () => {
  it('sets published_at when the product becomes active for the first time', async () => {
    const tx = inMemoryTransaction();
    const [product] = tx.given(Product, { ...aProduct, published_at: null });
    const row = await repository.update(tx, { id: product!.id }, sent({ status: 'active' as const }));
    expect(row).toMatchObject({ status: 'active', version: 2, published_at: expect.stringMatching(/Z$/) });
  });

  it('writes nothing if all values are unchanged', async () => {
    const tx = inMemoryTransaction();
    const [product] = tx.given(Product, aProduct);
    await repository.update(tx, { id: product!.id }, sent({ title: 'Mug' }));
    expect(tx.writes).toEqual([]);
  });
});
