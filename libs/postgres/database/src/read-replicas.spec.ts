import { Logger } from '@nestjs/common';
import type { Database } from './database';
import { ReadReplicas } from './read-replicas';

/** Stand-in for a server that reports this WAL position. */
function server(answer: { position: string; system?: string; follows?: boolean }) {
  const query = () => Promise.resolve([{ system: 'one', follows: true, ...answer }]);
  return { answer, query, close: () => Promise.resolve() } as unknown as Database & { answer: typeof answer };
}

const minute = 60_000;

describe('ReadReplicas', () => {
  it('after() returns a replica with all commits before the time, and no replica at an unknown position', async () => {
    let now = 1_000;
    const [primary, replica] = [{ position: '10' }, { position: '10' }];
    const replicas = new ReadReplicas(server(primary), [server(replica)], minute, () => now);
    expect(replicas.after(-Infinity)).toBeUndefined();
    await replicas.poll();
    expect(replicas.after(999)).toBeDefined();
    // The reported position may not include a write at exactly the time of the query.
    expect(replicas.after(1_000)).toBeUndefined();
    [now, primary.position] = [2_000, '20'];
    await replicas.poll();
    expect(replicas.after(999)).toBeDefined();
    expect(replicas.after(1_500)).toBeUndefined();
    replica.position = '20';
    await replicas.poll();
    expect(replicas.after(1_500)).toBeDefined();
  });

  it('excludes a replica with a large lag, and logs when the lag becomes large or acceptable', async () => {
    const told = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    let now = 0;
    const [primary, replica] = [{ position: '10' }, { position: '10' }];
    const replicas = new ReadReplicas(server(primary), [server(replica)], minute, () => now);
    await replicas.poll();
    expect(replicas.after(-Infinity)).toBeDefined();
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      [now, primary.position] = [minutes * minute, String(10 + minutes)];
      await replicas.poll();
    }
    expect(replicas.lags).toEqual([10 * minute]);
    expect(replicas.after(-Infinity)).toBeUndefined();
    // The replica continues, but remains ten minutes behind.
    for (let minutes = 11; minutes <= 15; minutes += 1) {
      [now, primary.position, replica.position] = [minutes * minute, String(10 + minutes), String(minutes)];
      await replicas.poll();
    }
    expect(replicas.lags).toEqual([10 * minute]);
    expect(replicas.after(-Infinity)).toBeUndefined();
    replica.position = '25';
    await replicas.poll();
    expect(replicas.after(-Infinity)).toBeDefined();
    const lines = told.mock.calls.map(([line]) => line as string);
    expect(lines).toEqual([
      'replica 1 is not read: it is more than 60 s behind, or it does not respond',
      'replica 1 is read again',
    ]);
    told.mockRestore();
  });

  it.each([
    ['a replica of a different server', { position: '10', system: 'other' }],
    ['a promoted replica', { position: '10', follows: false }],
  ])('excludes %s from reads', async (_, answer) => {
    const replicas = new ReadReplicas(server({ position: '10' }), [server(answer)], minute, () => 0);
    await replicas.poll();
    expect(replicas.after(-Infinity)).toBeUndefined();
  });

  it('rotates between replicas and excludes a replica that does not respond', async () => {
    const away = { query: () => Promise.reject(new Error('away')), close: () => Promise.resolve() };
    const [one, other] = [server({ position: '10' }), server({ position: '11' })];
    const all = [one, away as unknown as Database, other];
    const replicas = new ReadReplicas(server({ position: '10' }), all, minute, () => 0);
    await replicas.poll();
    const read = [1, 2, 3, 4].map(() => replicas.after(-Infinity));
    expect(new Set(read)).toEqual(new Set([one, other]));
  });
});
