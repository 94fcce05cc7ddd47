import type { Fetch } from './transport';

/**
 * The part of Node's modules that the SDK uses. The SDK has no Node types, because it is compiled for every
 * runtime.
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
 * A fetch that resolves names below `localhost` to this machine (RFC 6761 §6.3). Browsers do so, but Node's
 * fetch asks the system resolver, which often does not. Returns undefined for other names, and on runtimes
 * without `lookup`, such as Workers.
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

/** Resolves `localhost` instead of the requested name. */
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
      // Reads the body to release the connection.
      if (empty) message.resume();
      const answer = { status: message.statusCode, headers: pairs };
      resolve(new Response(empty ? null : toWeb(message), answer));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
