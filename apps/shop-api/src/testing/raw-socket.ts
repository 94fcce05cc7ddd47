import { connect } from 'node:net';
import type { Response } from '@storewright/testing';

/** How long a server may stay silent before the exchange is given up as dropped, in ms. */
const silenceMs = 10_000;

/**
 * Sends bytes as they are, for what no HTTP client lets through, and reads the first answer. Rejects where the server
 * closes the connection without one.
 */
export function sendRaw(port: number, bytes: Buffer | string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    const settle = () => {
      const answer = readAnswer(Buffer.concat(chunks), socket.readableEnded || socket.destroyed);
      if (!answer) return;
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(silenceMs, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      settle();
    });
    socket.on('end', settle);
    // The server may answer and close before it has read everything; the answer counts.
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

/** Lines of a request head as one text; CRLF as HTTP wants it. */
export function head(...lines: string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** The answer, or undefined while it is not whole. */
function readAnswer(bytes: Buffer, ended: boolean): Response | undefined {
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
  if (status !== 204 && status !== 304 && !(body.length >= length)) return undefined;
  const text = body.toString('utf8');
  return { status, headers, text, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
