import { Receiver } from '@storewright/testing';
import { Stage } from './testing/stage';

const fiveMinutes = 5 * 60_000;

it('a worker whose clock is wrong dates what it sends by the clock of the database, and says how far it is off', async () => {
  const [stage, receiver] = [await Stage.open(), await Receiver.start()];
  const real = Date.now.bind(Date);
  const wrong = jest.spyOn(Date, 'now').mockImplementation(() => real() + fiveMinutes);
  try {
    const worker = await stage.startWorker({ clock: undefined });
    const shop = await stage.aShop();
    await stage.install(shop, receiver.url);
    await stage.write(shop, 1);
    await receiver.has(1);
    const sent = Number(receiver.received[0]!.headers['webhook-timestamp']) * 1000;
    expect(Math.round((real() - sent) / fiveMinutes)).toBe(0);
    const { body } = await worker.inject({ url: '/metrics' });
    const [, seconds] = /^storewright_clock_offset_seconds (\S+)$/m.exec(body)!;
    expect(Math.round((Number(seconds) * 1000) / fiveMinutes)).toBe(-1);
  } finally {
    wrong.mockRestore();
    await receiver.stop();
    await stage.close();
  }
});
