import { inMemoryTransaction } from '@storewright/api-testing';
import { Code } from './code.entity';
import { CreateCode, UpdateCode } from './codes.dto';
import { CodesRepository } from './codes.repository';

const repository = new CodesRepository();
const sent = <T extends object>(attributes: T) => ({
  attributes,
  relationships: {},
  pointer: '/data',
  source: '',
});
const creation = (attributes: Partial<CreateCode>) => sent(Object.assign(new CreateCode(), attributes));
const change = (attributes: Partial<UpdateCode>) => sent(Object.assign(new UpdateCode(), attributes));

describe('insert of a discount code or gift code', () => {
  it('stores the code as sent, and a case-folded copy for comparisons', async () => {
    const tx = inMemoryTransaction();
    const row = await repository.insert(tx, creation({ kind: 'discount', code: 'Spring 25' }));
    expect(row).toMatchObject({
      code: 'Spring 25',
      code_folded: 'spring 25',
      usage_count: 0,
      balance_amount: null,
    });
    const second = repository.insert(tx, creation({ kind: 'discount', code: 'SPRING 25' }));
    await expect(second).rejects.toMatchObject({ code: 'already_exists' });
  });

  it("generates a code if the request contains none, and sets a gift code's balance to its full amount", async () => {
    const row = await repository.insert(
      inMemoryTransaction(),
      creation({ kind: 'gift', initial_amount: 500 }),
    );
    expect(row).toMatchObject({
      code: expect.stringMatching(/^\w{10}$/),
      balance_amount: 500,
      enabled: true,
    });
  });
});

describe('update of a discount code or gift code', () => {
  it('throws for a new value of a gift code', async () => {
    const tx = inMemoryTransaction();
    const [{ id }] = tx.given(Code, { kind: 'gift', initial_amount: '500' }) as [Code];
    await expect(repository.update(tx, { id }, change({ value: 5 }))).rejects.toMatchObject({
      code: 'not_fillable',
    });
  });

  it('throws for an end of the validity before the start, even if only one of them changes', async () => {
    const tx = inMemoryTransaction();
    const starts_at = '2026-01-01T00:00:00.000000Z';
    const [{ id }] = tx.given(Code, { kind: 'discount', starts_at }) as [Code];
    await expect(
      repository.update(tx, { id }, change({ ends_at: '2025-01-01T00:00:00Z' })),
    ).rejects.toMatchObject({
      source: { pointer: '/data/attributes/ends_at' },
    });
  });
});
