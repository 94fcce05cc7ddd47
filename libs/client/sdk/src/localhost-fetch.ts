import type { Fetch } from './transport';

/**
 * Types for the Node.js functions that the SDK uses. The SDK cannot use the types of Node.js, because it
 * supports every JavaScript runtime.
 */
interface NodeHttp {
  request(url: string, options: object, answered: (message: NodeMessage) => void): NodeRequest;
}
interface NodeMessage {
  resume(): void;
  statusCode: number;
  rawHeaders: string[];
}
interface NodeRequest {
  on(event: 'error', listener: (error: Error) => void): void;
  end(body?: string): void;
}
interface NodeProcess {
  getBuiltinModule?(name: string): unknown;
}

/**
 * Returns a fetch that resolves names below `localhost` to this machine, as browsers do (RFC 6761 §6.3).
 * Node.js asks the system resolver, which often fails. Returns undefined for all other host names, and on
 * runtimes that cannot replace the lookup, such as Workers.
 */
export function localhostFetch(baseUrl: URL): Fetch | undefined {
  if (!baseUrl.hostname.endsWith('.localhost')) return undefined;
  const { process, navigator } = globalThis as { process?: NodeProcess; navigator?: { userAgent?: string } };
  if (navigator?.userAgent === 'Cloudflare-Workers') return undefined;
  const secure = baseUrl.protocol === 'https:';
  const http = process?.getBuiltinModule?.(secure ? 'node:https' : 'node:http') as NodeHttp | undefined;
  const stream = process?.getBuiltinModule?.('node:stream') as
    | { Readable: { toWeb(message: NodeMessage): ReadableStream } }
    | undefined;
  return http && stream && ((url, init) => exchange(http, stream.Readable.toWeb, [url, init]));
}

function lookup(_name: string, options: { all?: boolean }, done: (...found: unknown[]) => void): void {
  if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
  else done(null, '127.0.0.1', 4);
}

function exchange(
  http: NodeHttp,
  toWeb: (message: NodeMessage) => ReadableStream,
  [url, { method, headers, body, signal }]: Parameters<Fetch>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': new TextEncoder().encode(body).byteLength };
    const options = { method, headers: { ...headers, ...length }, signal, lookup };
    const sent = http.request(url, options, (message) => {
      const pairs = message.rawHeaders.flatMap((name, at, all) =>
        at % 2 ? [] : [[name, all[at + 1]!] as [string, string]],
      );
      const empty = [204, 304].includes(message.statusCode) || method === 'HEAD';
      // Discards the empty response body, so that the connection can be reused.
      if (empty) message.resume();
      const answer = { status: message.statusCode, headers: pairs };
      resolve(new Response(empty ? null : toWeb(message), answer));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
