import { type Installation, readInstallation } from './installations';
import { readPausedStreams, type WebhookStream } from './webhooks';

const MAX_NAMED = 5;
const MAX_READ = 20;

interface PausedApp {
  stream: WebhookStream;
  installation: Installation;
}

export interface Paused {
  count: number;
  named: PausedApp[];
}

export async function readPausedApps(shopId: string, signal: AbortSignal): Promise<Paused> {
  const streams = await readPausedStreams(shopId, signal);
  const read = streams.slice(0, MAX_READ).map(async (stream) => ({
    stream,
    installation: await readInstallation(shopId, stream.id, signal),
  }));
  const installed = (await Promise.all(read)).filter(
    ({ installation: { attributes } }) => attributes.status === 'installed',
  );
  const unread = streams.length - read.length;
  return { count: installed.length + unread, named: installed.slice(0, MAX_NAMED) };
}
