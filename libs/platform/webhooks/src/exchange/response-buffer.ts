/** Limits in bytes for reading and for storing the body of a webhook response (docs/contract.md §6). */
const MAX_READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 1024;
const nothing = Buffer.alloc(0);

export class ResponseBuffer {
  status?: number;
  private retryAfter: string | undefined;
  private stored = nothing;
  private read = 0;

  constructor(private readonly maxStoredBytes = MAX_STORED_BYTES) {}

  start(status: number, retryAfter: string | undefined): void {
    [this.status, this.retryAfter] = [status, retryAfter];
  }

  /**
   * Adds a chunk of the response body. Returns false at the size limit, and the caller must then close the
   * connection.
   */
  append(chunk: Buffer): boolean {
    this.read += chunk.length;
    const left = this.maxStoredBytes - this.stored.length;
    if (left > 0) this.stored = Buffer.concat([this.stored, chunk.subarray(0, left)]);
    return this.read < MAX_READ_BYTES;
  }

  outcome(): { status: number; retryAfter?: string; answer: string } {
    // Replaces invalid UTF-8 by U+FFFD. Also replaces U+0000, which Postgres cannot store.
    const answer = this.stored.toString('utf8').replaceAll('\0', '\ufffd');
    return {
      status: this.status!,
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
      answer,
    };
  }
}
