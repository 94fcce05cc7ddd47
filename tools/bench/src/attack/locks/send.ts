import { Agent } from 'node:http';
import { atomicExtension, mediaType } from '@storewright/json-api';
import { headersOf, send as sendHttp, type Target } from '../../http';

export interface Sent {
  method: 'POST' | 'PATCH';
  path: string;
  body: object;
}

export interface Answer {
  status: number;
  document?: { data?: { id: string }; errors?: { code: string; detail: string }[] };
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export function headersOfWrite(target: Target, path: string): Record<string, string> {
  const type = path === '/api/operations' ? `${mediaType};ext="${atomicExtension}"` : mediaType;
  return { ...headersOf(target), 'content-type': type };
}

/** Sends a write request. Returns status 0 if the connection fails. */
export async function send(target: Target, { body, ...sent }: Sent): Promise<Answer> {
  const headers = headersOfWrite(target, sent.path);
  const request = { ...sent, port: target.port, headers, body: JSON.stringify(body), agent };
  const { status, text } = await sendHttp(request).catch(() => ({ status: 0, text: '' }));
  return { status, ...(text && { document: JSON.parse(text) as never }) };
}

export async function sendAtOnce(target: Target, requests: readonly Sent[]): Promise<BatchResult> {
  const startedAt = performance.now();
  const answers = await Promise.all(requests.map((each) => send(target, each)));
  const ms = performance.now() - startedAt;
  const names = answers.map(({ status, document }) =>
    `${status} ${document?.errors?.[0]?.code ?? ''}`.trim(),
  );
  return { ms, names };
}

export interface BatchResult {
  ms: number;
  /** Status of each response, followed by the error code if the response has one. */
  names: string[];
}

/** Input of a process that repeats a write request as soon as it receives a response. */
export interface Contention extends Target {
  requests: readonly Sent[];
}

export function runContenders(): void {
  let isOver = false;
  process.once('disconnect', () => {
    isOver = true;
    setTimeout(() => process.exit(0), 100);
  });
  process.once('message', (message) => {
    const { requests, ...target } = message as Contention;
    for (const each of requests)
      void (async () => {
        while (!isOver) await send(target, each);
      })();
    process.send!('started');
  });
}
