import type { Socket } from 'node:net';

/** Maximum number of bytes of interim (1xx) responses that are skipped before a final response. */
const MAX_SKIPPED_BYTES = 64 * 1024;
const example = 'HTTP/1.1 100';
const statusLine = /^HTTP\/1\.[01] 1(?!01)\d\d$/;
const headEnd = '\r\n\r\n';
const nothing = Buffer.alloc(0);

/**
 * Removes interim (1xx) responses from the bytes that a webhook receiver sends. Servers may send them at any
 * time and clients must skip them (RFC 9110 §15.2), but undici treats `100 Continue` as an invalid response.
 * Status 101 remains an error, because no webhook request asks for a protocol upgrade.
 */
export class InterimResponses {
  /**
   * Buffered bytes that may belong to an interim (1xx) response. undefined after the start of the final
   * response.
   */
  private pending: Buffer | undefined;
  private skipped = 0;

  expect(): void {
    [this.pending, this.skipped] = [nothing, 0];
  }

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

/** True if the bytes are the start of an interim (1xx) response. */
function mayBeInterim(bytes: Buffer): boolean {
  const head = bytes.toString('latin1', 0, example.length);
  return statusLine.test(head + example.slice(head.length));
}

/** Patches `socket.read`, so that the HTTP client never receives interim (1xx) responses. */
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
