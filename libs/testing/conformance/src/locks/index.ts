import { type Made, type Tenant, aTenant } from '@storewright/api-testing';
import { ShopDatabase, type Transaction } from '@storewright/database';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { canDo, ResourceRegistry } from '@storewright/resources';
import { send } from '../routes';
import type { Sample } from '../sample';
import type { Subject } from '../subject';
import { type CapturedStatement, locksOfStatement } from './captured-locks';
import { faultsOfTransaction } from './lock-faults';

/**
 * Tests the row locks of every write of every resource against docs/adr/locks.md. All transactions must
 * acquire locks in the same order. The only allowed upgrade is from FOR KEY SHARE to FOR NO KEY UPDATE.
 */
export function testLocks(subject: Subject): void {
  if (subject.served.length === 0) return;
  describe('every write', () => {
    it('locks parents before children, and rows of one type in ascending order of their ids', async () => {
      const { faults, transactions } = await lockFaults(subject);
      expect(faults).toEqual([]);
      // Fails if no transaction was captured, because a check of zero transactions would always pass.
      expect(transactions).toBeGreaterThan(0);
    });
  });
}

/**
 * Sends each write of the library as a single request and as an atomic request. Returns the violations of the
 * lock order, and the number of transactions that locked rows.
 */
export async function lockFaults(subject: Subject): Promise<{ faults: string[]; transactions: number }> {
  const capture = new LockCapture(subject);
  try {
    const tenant = await aTenant(subject.api);
    for (const route of subject.writes) {
      const request = await subject.aRightRequest(route, { tenant });
      await capture.during(route.label, async () => (await send(tenant.http, request)).status);
    }
    await addInOppositeOrders(subject, tenant, capture);
    await changeInOppositeOrders(subject, tenant, capture);
    return capture;
  } finally {
    capture.stop();
  }
}

/**
 * Sends atomic requests that create two objects. The first new object refers to the objects with the greater
 * ids, against the lock order.
 */
async function addInOppositeOrders(subject: Subject, tenant: Tenant, capture: LockCapture): Promise<void> {
  for (const { resource } of subject.served) {
    if (!canDo(resource, 'post')) continue;
    // Ids are ascending, so the later of two new objects has the greater id.
    const documents = [await subject.document(tenant.http, resource.type)];
    documents.unshift(await subject.document(tenant.http, resource.type));
    const added = documents.map((document) => ({ op: 'add', ...document }));
    await capture.during(`an atomic request that adds ${resource.type}`, () => operate(tenant, added));
  }
}

/**
 * Sends atomic requests about two objects of each type in reverse of the lock order: children before parents,
 * and greater ids before smaller ids.
 */
async function changeInOppositeOrders(subject: Subject, tenant: Tenant, capture: LockCapture): Promise<void> {
  const { http } = tenant;
  const samples = subject.served.filter(({ resource }) => canDo(resource, 'patch'));
  const made: { sample: Sample; objects: Made[] }[] = [];
  for (const sample of samples) {
    const { type } = sample.resource;
    const objects = [await subject.anObject(http, type), await subject.anObject(http, type)];
    made.push({ sample, objects: objects.sort((a, b) => (a.id > b.id ? -1 : 1)) });
  }
  const { lockOrder } = subject.api.application.get(ResourceRegistry);
  const rank = ({ sample }: (typeof made)[number]) => lockOrder.indexOf(sample.resource.type);
  made.sort((a, b) => rank(b) - rank(a));
  const updates = made.flatMap(({ sample: { resource }, objects }) =>
    objects.map(({ id }) => ({ op: 'update', ...subject.aChange(resource.type, id) })),
  );
  await capture.during('an atomic request that updates objects', () => operate(tenant, updates));
  for (const { sample, objects } of made) {
    const { type } = sample.resource;
    if (!canDo(sample.resource, 'delete')) continue;
    for (const object of objects) await sample.release?.(http, object);
    const removals = objects.map(({ id }) => ({ op: 'remove', ref: { type, id } }));
    await capture.during(`an atomic request that removes ${type}`, () => operate(tenant, removals));
  }
}

async function operate({ http }: Tenant, operations: object[]): Promise<number> {
  const headers = { 'content-type': `${mediaType};ext="${atomicExtension}"` };
  return (await http.post('/api/operations', { 'atomic:operations': operations }, { headers })).status;
}

class LockCapture {
  readonly faults: string[] = [];
  transactions = 0;
  private readonly captured: CapturedStatement[][] = [];
  private readonly spy: jest.SpyInstance;

  constructor(private readonly subject: Subject) {
    const database = subject.api.application.get(ShopDatabase);
    const transaction = database.transaction.bind(database);
    this.spy = jest
      .spyOn(database, 'transaction')
      .mockImplementation((context, work) => transaction(context, (within) => work(this.capturing(within))));
  }

  stop(): void {
    this.spy.mockRestore();
  }

  /**
   * Runs a request and captures its SQL statements. Throws if the request fails, because a failed request
   * locks fewer rows.
   */
  async during(label: string, request: () => Promise<number>): Promise<void> {
    this.captured.length = 0;
    const status = await request();
    if (status < 200 || status > 299) throw new Error(`${label}: ${status}`);
    const registry = this.subject.api.application.get(ResourceRegistry);
    for (const statements of this.captured) {
      const locking = statements.map((each) => locksOfStatement(each, registry.all));
      if (locking.some(({ locks }) => locks.length > 0)) this.transactions += 1;
      for (const fault of faultsOfTransaction(locking, registry.lockOrder))
        this.faults.push(`${label} ${fault}`);
    }
  }

  private capturing(transaction: Transaction): Transaction {
    const statements: CapturedStatement[] = [];
    this.captured.push(statements);
    return Object.assign(Object.create(transaction) as Transaction, {
      query: (async (statement) => {
        const captured: CapturedStatement = { ...statement };
        statements.push(captured);
        const rows = await transaction.query(statement);
        captured.rows = rows;
        return rows;
      }) as Transaction['query'],
    });
  }
}
