import { table } from '../table';
import { messagesOfWorker } from './messages';
import { makeSubscribedShop } from './subscribed-shop';
import { type ThroughputDeps, writeAtOnce } from './throughput';

/** Number of apps in the shop, and number of webhook receivers that the apps share. */
const [APPS, RECEIVERS] = [50_000, 100];

/**
 * Measures the time until every app of a shop with 50,000 apps has received an event. A first event, which is
 * not measured, creates the webhook streams of the apps.
 */
export async function measureCrowd({ stage, receivers, worker }: ThroughputDeps): Promise<string> {
  const all = Array.from({ length: RECEIVERS }, (_, index) => index);
  const shop = await makeSubscribedShop(stage.client, all, receivers.ports, APPS / RECEIVERS);
  await stage.client.query('ANALYZE auth.installations, auth.apps, auth.webhook_secrets');
  const rows = [];
  for (const name of ['its first event', 'the next one', 'and the next']) {
    const delivered = await worker.delivered();
    const received = receivers.get(all, APPS / RECEIVERS);
    const before = { cpu: worker.cpu(), messages: await messagesOfWorker(stage.client) };
    const committedAt = await writeAtOnce(stage, [shop], 1);
    const seconds = ((await received).at - committedAt) / 1000;
    await worker.hasDelivered(delivered + APPS);
    rows.push([
      name,
      seconds.toFixed(1),
      (APPS / seconds).toFixed(0),
      ((worker.cpu() - before.cpu) / APPS).toFixed(3),
      (((await messagesOfWorker(stage.client)) - before.messages) / APPS).toFixed(3),
    ]);
  }
  return table(
    [
      'a shop of 50,000 apps',
      's until all have it',
      'deliveries/s',
      'Node, ms a delivery',
      'messages a delivery',
    ],
    rows,
  );
}
