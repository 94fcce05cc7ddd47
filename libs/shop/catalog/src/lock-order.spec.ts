import { lockFaults, Subject } from '@storewright/conformance';
import type { Row } from '@storewright/entities';
import type { ShopTransaction } from '@storewright/tenancy';
import { Product } from './products/product.entity';
import { conformance } from './testing';
import type { Variant } from './variants/variant.entity';
import { VariantsRepository } from './variants/variants.repository';

const subject = new Subject(conformance);
beforeAll(() => subject.start());
afterEach(() => jest.restoreAllMocks());
afterAll(() => subject.api.close());

interface Rules {
  beforeUpdate(input: { attributes: object }, row: Row<Variant>, tx: ShopTransaction): Promise<object>;
}

describe('lockFaults', () => {
  it('reports a write that locks a child row before its parent row', async () => {
    jest
      .spyOn(VariantsRepository.prototype as unknown as Rules, 'beforeUpdate')
      .mockImplementation(async ({ attributes }, { product_id: id }, tx) => {
        await tx.repository(Product).findOne({ where: { id }, lock: 'no_key_update' });
        return { ...attributes };
      });
    const { faults } = await lockFaults(subject);
    expect(faults).toContain('PATCH /api/variants/:id locks products after variants');
  });

  it('reports a write that requests a stronger lock on a locked row', async () => {
    jest
      .spyOn(VariantsRepository.prototype as unknown as Rules, 'beforeUpdate')
      .mockImplementation(async ({ attributes }, { id }, tx) => {
        await tx.repository(VariantsRepository.resource.entity).findOne({ where: { id }, lock: 'update' });
        return { ...attributes };
      });
    const { faults } = await lockFaults(subject);
    expect(faults).toContain('PATCH /api/variants/:id locks variants FOR NO KEY UPDATE, then FOR UPDATE');
  });
});
