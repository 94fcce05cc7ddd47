import { plainTopology, type ShopDatabase, type Statement } from '@storewright/database';
import { randomUUID } from 'node:crypto';
import type { SuccessfulDelivery } from './delivery-attempts';
import { DeliveryRecorder } from './delivery-recorder';

const holder = { shop_id: randomUUID(), installation_id: randomUUID(), worker: 7 };

/** Returns a recorder and the values of the messages that it sends. */
function aRecorder(): { recorder: DeliveryRecorder; messages: unknown[][] } {
  const messages: unknown[][] = [];
  const batch = (_: unknown, [statement]: Statement[]) => {
    messages.push(statement!.values!);
    const [installations] = statement!.values!.slice(2) as [string[]];
    return Promise.resolve([{ rows: installations.map((installation_id) => ({ installation_id })) }]);
  };
  const database = { topology: plainTopology, batch } as unknown as ShopDatabase;
  return { recorder: new DeliveryRecorder(database), messages };
}

function taken(
  sequence: number,
  installation_id: string = holder.installation_id,
  release = false,
): SuccessfulDelivery {
  return {
    ...{ delivery_id: randomUUID(), installation_id, at: 0, url: 'https://app.example/', headers: {} },
    event: { id: randomUUID(), type: 'meta.created', sequence },
    outcome: { status: 204, answer: '', durationMs: 1 },
    ...{ from: sequence - 1, passed: sequence, release, served: false },
  };
}

it('DeliveryRecorder.flush() stores two deliveries and the position of the second event in one statement', async () => {
  const { recorder, messages } = aRecorder();
  const both = [recorder.record(holder, taken(1)), recorder.record(holder, taken(2, undefined, true))];
  recorder.flush(holder);
  expect(await Promise.all(both)).toEqual([true, true]);
  const [shop_id, worker, installations, passed, release, from, list] = messages[0]!;
  expect([messages.length, shop_id, worker]).toEqual([1, holder.shop_id, 7]);
  expect([installations, passed, release, from]).toEqual([[holder.installation_id], [2], [true], [0]]);
  expect(JSON.parse(String(list))).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
});

it('DeliveryRecorder stores a delivery after a few milliseconds, even without a call of flush()', async () => {
  const { recorder, messages } = aRecorder();
  expect(await recorder.record(holder, taken(1))).toBe(true);
  expect(messages).toHaveLength(1);
});

it('DeliveryRecorder collects deliveries while a statement runs, and stores them with the next statement', async () => {
  const { recorder, messages } = aRecorder();
  const first = recorder.record(holder, taken(1));
  recorder.flush(holder);
  await new Promise((done) => setImmediate(done));
  const others = ['b', 'a'].map((digit) => digit.repeat(8) + randomUUID().slice(8));
  const later = others.map((id) => recorder.record({ ...holder, installation_id: id }, taken(1, id)));
  recorder.flush(holder);
  await Promise.all([first, ...later]);
  expect(messages.map(([, , installations]) => installations)).toEqual([
    [holder.installation_id],
    [...others].reverse(),
  ]);
});
