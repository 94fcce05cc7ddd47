import { table } from '../table';
import { messagesOfWorker } from './messages';
import { makeSubscribedShop } from './subscribed-shop';
import { type Parts, writeAtOnce } from './throughput';

/** Apps in one shop, and receivers that share them. */
const [apps, shared] = [50_000, 100];

/** One event to very many apps of a shop: when the last one has it; first without streams, then with them. */
export async function measureCrowd({ stage, receivers, worker }: Parts): Promise<string> {
  const all = Array.from({ length: shared }, (_, index) => index);
  const shop = await makeSubscribedShop(stage.client, all, receivers.ports, apps / shared);
  await stage.client.query('ANALYZE auth.installations, auth.apps, auth.webhook_secrets');
  const rows = [];
  for (const name of ['its first event', 'the next one', 'and the next']) {
    const delivered = await worker.delivered();
    const came = receivers.get(all, apps / shared);
    const before = { cpu: worker.cpu(), messages: await messagesOfWorker(stage.client) };
    const committedAt = await writeAtOnce(stage, [shop], 1);
    const seconds = ((await came).at - committedAt) / 1000;
    await worker.hasDelivered(delivered + apps);
    rows.push([
      name,
      seconds.toFixed(1),
      (apps / seconds).toFixed(0),
      ((worker.cpu() - before.cpu) / apps).toFixed(3),
      (((await messagesOfWorker(stage.client)) - before.messages) / apps).toFixed(3),
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
