import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rowFormat, sessionSettings } from '@storewright/database';
import { type CustomTypesConfig, Pool, types } from 'pg';

/**
 * Starts an HTTP server in this process with the settings from the parent process, and reports the port to
 * the parent process.
 */
export function serveBare<Settings>(listenerFor: (settings: Settings) => RequestListener): void {
  process.once('message', (settings) => {
    const server = createServer(listenerFor(settings as Settings));
    server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  });
  process.once('disconnect', () => process.exit(0));
}

/**
 * OIDs of the Postgres types with custom parsers. The driver's own parsers return amounts as text, and
 * timestamps without microseconds.
 */
const [INT8, TIMESTAMPTZ] = [20, 1184];
export const parsedFormat: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8
      ? Number
      : (oid === TIMESTAMPTZ ? rowFormat : types).getTypeParser(
          oid,
          format,
        )) as CustomTypesConfig['getTypeParser'],
};

export function barePool(connectionString: string, format: CustomTypesConfig = parsedFormat): Pool {
  return new Pool({ connectionString, max: 10, types: format, options: sessionSettings });
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export function reply(
  response: ServerResponse,
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/vnd.api+json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
