/** So much of an answer is read, and so much of that kept, in bytes (docs/contract.md §6). */
const MAX_READ_BYTES = 64 * 1024;
const MAX_STORED_BYTES = 1024;
const nothing = Buffer.alloc(0);

/** The answer of a receiver, as far as it has come. */
export class ResponseBuffer {
  status?: number;
  private retryAfter: string | undefined;
  private stored = nothing;
  private read = 0;

  start(status: number, retryAfter: string | undefined): void {
    [this.status, this.retryAfter] = [status, retryAfter];
  }

  /** Whether there is no more than anybody would say so far; else the connection ends with it. */
  append(chunk: Buffer): boolean {
    this.read += chunk.length;
    if (this.stored.length < MAX_STORED_BYTES)
      this.stored = Buffer.concat([this.stored, chunk.subarray(0, MAX_STORED_BYTES - this.stored.length)]);
    return this.read < MAX_READ_BYTES;
  }

  outcome(): { status: number; retryAfter?: string; answer: string } {
    // What is no text becomes U+FFFD, and so does U+0000, which Postgres can't store.
    const answer = this.stored.toString('utf8').replaceAll('\0', '\ufffd');
    return {
      status: this.status!,
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
      answer,
    };
  }
}
