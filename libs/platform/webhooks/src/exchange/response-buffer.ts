/** Limits for reading and storing the body of a response (docs/contract.md §6). */
const MAX_READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 1024;
const nothing = Buffer.alloc(0);

/** The response of a receiver, up to the size limits. */
export class ResponseBuffer {
  status?: number;
  private retryAfter: string | undefined;
  private stored = nothing;
  private read = 0;

  constructor(private readonly maxStoredBytes = MAX_STORED_BYTES) {}

  start(status: number, retryAfter: string | undefined): void {
    [this.status, this.retryAfter] = [status, retryAfter];
  }

  /** Adds a chunk of the body. Returns false at the size limit, after which the connection must be closed. */
  append(chunk: Buffer): boolean {
    this.read += chunk.length;
    const left = this.maxStoredBytes - this.stored.length;
    if (left > 0) this.stored = Buffer.concat([this.stored, chunk.subarray(0, left)]);
    return this.read < MAX_READ_BYTES;
  }

  outcome(): { status: number; retryAfter?: string; answer: string } {
    // Replaces invalid UTF-8 with U+FFFD, and also U+0000, which Postgres cannot store.
    const answer = this.stored.toString('utf8').replaceAll('\0', '\ufffd');
    return {
      status: this.status!,
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
      answer,
    };
  }
}
