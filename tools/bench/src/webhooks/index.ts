import type { Stage } from '../stage';
import type { Route, SenderSettings } from './bare-sender';
import { measureCrowd } from './crowd';
import { measureIdle } from './idle';
import { measureHanging, measureLatency } from './latency';
import { ReceiverProcess } from './receiver-process';
import { measureThroughput } from './throughput';
import { cpuOf } from '../cpu';
import { countMessages } from './messages';
import { Worker } from './worker';

const RECEIVERS = 100;

/**
 * Measures webhooks: throughput, latency, a receiver that does not respond, a shop with 50,000 apps, and an
 * idle worker. Prints each table with `say`, and returns the last table.
 */
export async function measureWebhooks(
  stage: Stage,
  how: 'full' | 'quick',
  say: (text: string) => void,
): Promise<string> {
  await countMessages(stage.client);
  const receivers = await ReceiverProcess.start(stage, RECEIVERS);
  const port = await stage.startService('hooks-worker');
  const worker = new Worker(port, () => stage.cpuOf(port));
  const sender = stage.startProgram('--bare-sender');
  sender.send({ databaseUrl: stage.databaseUrl() } satisfies SenderSettings);
  const send = (routes: Route[]) => void sender.send(routes);
  const cpuOfSender = () => cpuOf(sender.pid) ?? 0;
  const shopApi = await stage.startService('shop-api');
  const sending = { stage, receivers, worker, send, cpuOfSender, how };
  say(await measureThroughput(sending));
  const parts = { stage, receivers, worker, shopApi };
  const latency = await measureLatency(parts);
  if (how === 'quick') return latency;
  say(latency);
  say(await measureHanging(parts));
  say(await measureCrowd(sending));
  return measureIdle(stage, worker);
}
