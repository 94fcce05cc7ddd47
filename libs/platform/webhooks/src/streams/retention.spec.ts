import type { ShopDatabase } from '@storewright/database';
import type { ExpiredEvents } from './expired-events';
import type { DeliveryObserver } from './observer';
import { Retention } from './retention';
import type { WebhookSettings } from './settings';

it('is done within two minutes of the start of a worker, and every six hours after that', async () => {
  jest.useFakeTimers();
  const query = jest.fn().mockResolvedValue([]);
  const settings = { clock: Date, random: () => 0.9 } as unknown as WebhookSettings;
  const [none, database] = [{} as ExpiredEvents & DeliveryObserver, { query } as unknown as ShopDatabase];
  const retention = new Retention(database, none, none, settings);
  try {
    retention.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(2 * 60_000);
    expect(query).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(6 * 3_600_000);
    expect(query).toHaveBeenCalledTimes(2);
  } finally {
    retention.beforeApplicationShutdown();
    jest.useRealTimers();
  }
});
