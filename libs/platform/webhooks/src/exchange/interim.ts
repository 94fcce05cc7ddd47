import type { Socket } from 'node:net';

/** Maximum number of bytes of interim responses that are skipped before one response. */
const MAX_SKIPPED_BYTES = 64 * 1024;
const example = 'HTTP/1.1 100';
const statusLine = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
const headEnd = '\r\n\r\n';
const nothing = Buffer.alloc(0);

/**
 * Removes interim responses from the bytes that a receiver sends. A server may send interim responses
 * unasked, and a client must skip them (RFC 9110 §15.2). undici treats `100 Continue` as a broken response
 * and closes the connection. 101 stays an error, because no request asks for another protocol.
 */
export class InterimResponses {
  /**
   * Start of a response that may still be an interim response. Undefined after the head of the final
   * response.
   */
  private pending: Buffer | undefined;
  private skipped = 0;

  /** Prepares for the interim responses of the next request. */
  expect(): void {
    [this.pending, this.skipped] = [nothing, 0];
  }

  /** Removes interim (1xx) responses from the received bytes and returns the rest. */
  without(chunk: Buffer): Buffer {
    if (this.pending === undefined) return chunk;
    let rest = this.pending.length > 0 ? Buffer.concat([this.pending, chunk]) : chunk;
    for (;;) {
      if (rest.length === 0 || !mayBeInterim(rest)) return this.passed(rest);
      const end = rest.indexOf(headEnd);
      const isTooLong = this.skipped + (end < 0 ? rest.length : end) > MAX_SKIPPED_BYTES;
      if (isTooLong) return this.passed(rest);
      if (end < 0) return this.held(rest);
      this.skipped += end + headEnd.length;
      rest = rest.subarray(end + headEnd.length);
    }
  }

  private passed(rest: Buffer): Buffer {
    this.pending = rest.length > 0 ? undefined : nothing;
    return rest;
  }

  private held(rest: Buffer): Buffer {
    this.pending = rest;
    return nothing;
  }
}

/** True if the bytes are an interim response, or can become one with further bytes. */
function mayBeInterim(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, example.length);
  return statusLine.test(head + example.slice(head.length));
}

/** Removes interim responses from the data that the reader of the socket receives. */
export function skipInterim(socket: Socket, interim: InterimResponses): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null) return null;
      const left = interim.without(chunk);
      if (left.length > 0) return left;
    }
  };
}
