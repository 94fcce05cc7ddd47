import type { ShopDatabase, Statement } from '@storewright/database';
import { EventNotifier } from './notifier';

/** A database that records its queries. */
function listener(fails = false) {
  const asked: { shops: string[] }[] = [];
  let notified: () => void = () => undefined;
  const database = {
    query: (_: object, { values }: Statement) => {
      asked.push({ shops: values![1] as string[] });
      notified();
      return fails ? Promise.reject(new Error('away')) : Promise.resolve([]);
    },
  } as unknown as ShopDatabase;
  const until = async (count: number) => {
    while (asked.length < count) await new Promise<void>((resolve) => (notified = resolve));
  };
  return { notifier: new EventNotifier(database), asked, until };
}

describe('EventNotifier', () => {
  it('combines several calls of notify() for one shop into one notification', async () => {
    const { notifier, asked, until } = listener();
    for (let at = 0; at < 1000; at += 1) notifier.notify(at % 2 ? 'one' : 'other');
    await until(1);
    expect(asked.map(({ shops }) => [...shops].sort())).toEqual([['one', 'other']]);
  });

  it('sends the first notification immediately, and later ones at intervals of at least 20 ms', async () => {
    jest.useFakeTimers();
    try {
      const { notifier, asked } = listener();
      notifier.notify('one');
      await jest.advanceTimersByTimeAsync(0);
      expect(asked).toHaveLength(1);
      notifier.notify('one');
      await jest.advanceTimersByTimeAsync(19);
      expect(asked).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(asked).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  it('sends notifications again after a database outage', async () => {
    const { notifier, asked, until } = listener(true);
    notifier.notify('one');
    await until(1);
    notifier.notify('other');
    await until(2);
    expect(asked.map(({ shops }) => shops)).toEqual([['one'], ['other']]);
  });

  it('sends the pending notifications when the service stops', async () => {
    const { notifier, asked } = listener();
    notifier.notify('one');
    await notifier.beforeApplicationShutdown();
    notifier.notify('other');
    await notifier.beforeApplicationShutdown();
    expect(asked.map(({ shops }) => shops)).toEqual([['one']]);
  });
});
