import { connect } from 'node:net';
import { type Response, WAIT_LIMIT_MS } from '@storewright/testing';

/**
 * Sends raw bytes that HTTP clients would reject, and returns the first response. Rejects if the server
 * closes the connection without a response.
 */
export function sendRaw(port: number, bytes: Buffer): Promise<Response> {
  const isHead = bytes.toString('latin1', 0, 5) === 'HEAD ';
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const settle = () => {
      const answer = readAnswer(Buffer.concat(chunks), isHead, socket.readableEnded || socket.destroyed);
      if (!answer) return;
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(WAIT_LIMIT_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      settle();
    });
    socket.on('end', settle);
    // The server can respond and close the connection before it has read the whole request, so write errors
    // are ignored.
    socket.on('error', (error) => {
      settle();
      reject(error);
    });
    socket.on('close', () => {
      settle();
      reject(
        new Error(`closed without an answer: ${JSON.stringify(Buffer.concat(chunks).toString('latin1'))}`),
      );
    });
    socket.write(bytes);
  });
}

/** An HTTP request that is sent unchanged. Strings are sent as latin1 and bodies as UTF-8. */
export interface RawRequest {
  method: string;
  path: string;
  headers: readonly string[];
  body?: Buffer | string;
}

export function bytesOf({ method, path, headers, body }: RawRequest): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body as string);
  const length = content ? [`content-length: ${content.length}`] : [];
  const head = [`${method} ${path} HTTP/1.1`, ...headers, ...length].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), content ?? Buffer.alloc(0)]);
}

function readAnswer(bytes: Buffer, isHead: boolean, ended: boolean): Response | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const at = field.indexOf(':');
    headers[field.slice(0, at).toLowerCase()] = field.slice(at + 1).trim();
  }
  const body = bytes.subarray(end + 4);
  const length = Number(headers['content-length'] ?? (ended ? body.length : Number.NaN));
  const status = Number(line.split(' ')[1]);
  const hasBody = !isHead && status !== 204 && status !== 304;
  if (hasBody && !(body.length >= length)) return undefined;
  const text = body.toString('utf8');
  return { status, headers, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
