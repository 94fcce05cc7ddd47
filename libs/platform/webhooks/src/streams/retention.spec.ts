import type { ShopDatabase } from '@storewright/database';
import type { DeletionClock } from '@storewright/retention';
import type { ExpiredEvents } from './expired-events';
import type { DeliveryObserver } from './observer';
import { Retention } from './retention';
import type { WebhookSettings } from './settings';

const clock = { advance: () => Promise.resolve(Date.now()) } as unknown as DeletionClock;

it('Retention runs one to two minutes after the start of a worker, and then every six hours', async () => {
  jest.useFakeTimers();
  const query = jest.fn().mockResolvedValue([]);
  const settings = { clock: Date, random: () => 0.9 } as unknown as WebhookSettings;
  const [none, database] = [{} as ExpiredEvents & DeliveryObserver, { query } as unknown as ShopDatabase];
  const retention = new Retention(database, none, none, clock, settings);
  try {
    retention.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(2 * 60_000);
    expect(query).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(query).toHaveBeenCalledTimes(2);
  } finally {
    await retention.beforeApplicationShutdown();
    jest.useRealTimers();
  }
});

it('Retention starts with a random shop, so that short-lived workers reach every shop', async () => {
  const shops = ['first', 'second', 'third'].map((shop_id) => ({ shop_id }));
  const database = { query: jest.fn().mockResolvedValue(shops) } as unknown as ShopDatabase;
  const begunWith = async (random: number) => {
    const settings = { clock: Date, random: () => random } as unknown as WebhookSettings;
    const cleared: string[] = [];
    // The worker stops after the first shop.
    const warn = (shop_id: string) => {
      cleared.push(shop_id);
      void retention.beforeApplicationShutdown();
      return Promise.reject(new Error('it ends'));
    };
    const [events, observer] = [{ warn }, { skipped: () => undefined }];
    const retention = new Retention(database, events as never, observer as never, clock, settings);
    await retention.clear();
    return cleared;
  };
  expect(await Promise.all([0, 0.5, 0.9].map(begunWith))).toEqual([['first'], ['second'], ['third']]);
});
