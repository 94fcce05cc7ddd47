import { Agent, request } from 'node:http';

/** A request that writes. */
export interface Sent {
  method: 'POST' | 'PATCH';
  path: string;
  body: object;
}

export interface Client {
  port: number;
  host: string;
  token: string;
}

export interface Answer {
  status: number;
  /** Parsed document of the response. Undefined if the server sent no document. */
  document?: { data?: { id: string }; errors?: { code: string; detail: string }[] };
}

const mediaType = 'application/vnd.api+json';
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request and reads its answer. Status 0: the connection failed. */
export function send({ port, host, token }: Client, { method, path, body }: Sent): Promise<Answer> {
  const type = path === '/api/operations' ? `${mediaType};ext="https://jsonapi.org/ext/atomic"` : mediaType;
  const headers = { host, authorization: `Bearer ${token}`, 'content-type': type };
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('end', () =>
        done({ status: response.statusCode!, ...(text && { document: JSON.parse(text) as never }) }),
      );
    });
    sent.once('error', () => done({ status: 0 }));
    sent.end(JSON.stringify(body));
  });
}

/** Sends all requests at once. Returns the duration in milliseconds and the number of responses by status. */
export async function sendAtOnce(client: Client, requests: readonly Sent[]): Promise<Contended> {
  const started = performance.now();
  const answers = await Promise.all(requests.map((each) => send(client, each)));
  const statuses: Contended['statuses'] = {};
  for (const { status, document } of answers) {
    const code = document?.errors?.[0]?.code;
    const name = code ? `${status} ${code}` : String(status);
    statuses[name] = (statuses[name] ?? 0) + 1;
  }
  return { ms: performance.now() - started, statuses };
}

export interface Contended {
  ms: number;
  statuses: Record<string, number>;
}

/** Input of a contender process, which repeats each request as soon as its response arrives. */
export interface Contention extends Client {
  requests: readonly Sent[];
}

/** Runs in a child process until the parent process disconnects. */
export function runContenders(): void {
  let isOver = false;
  process.once('disconnect', () => {
    isOver = true;
    setTimeout(() => process.exit(0), 100);
  });
  process.once('message', (message) => {
    const { requests, ...client } = message as Contention;
    for (const each of requests)
      void (async () => {
        while (!isOver) await send(client, each);
      })();
    process.send!('started');
  });
}
