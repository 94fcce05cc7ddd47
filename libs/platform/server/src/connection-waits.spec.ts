import { setImmediate } from 'node:timers/promises';
import { ConnectionWaits } from '@storewright/database';
import Fastify from 'fastify';
import { limitConnectionWaits } from './connection-waits';

describe('limitConnectionWaits', () => {
  it('gives each request one limit that ends when its response begins', async () => {
    const fastify = Fastify();
    limitConnectionWaits(fastify);
    const seen: (ConnectionWaits | undefined)[][] = [];
    let afterwards: Promise<unknown> = Promise.resolve();
    fastify.get('/', async (_request, reply) => {
      const first = ConnectionWaits.current;
      await setImmediate();
      seen.push([first, ConnectionWaits.current]);
      const sent = new Promise((resolve) => reply.raw.once('finish', resolve));
      afterwards = sent.then(() => seen.push([ConnectionWaits.current]));
      return 'done';
    });
    await fastify.inject('/');
    await afterwards;
    await fastify.inject('/');
    const [[first, later], [after], [second]] = seen as [
      [ConnectionWaits, ConnectionWaits],
      [undefined],
      [ConnectionWaits],
    ];
    expect(first).toBeInstanceOf(ConnectionWaits);
    expect(later).toBe(first);
    expect(after).toBeUndefined();
    expect(second).not.toBe(first);
    await fastify.close();
  });
});
