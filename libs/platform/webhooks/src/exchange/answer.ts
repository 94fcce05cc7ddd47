import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

/** So much of an answer is read, and so much of that kept, in bytes (docs/contract.md §6). */
const MAX_READ_BYTES = 64 * 1024;
const MAX_KEPT_BYTES = 1024;

/** The answer of a receiver, as far as it has come. */
export class Answer {
  status?: number;
  private retryAfter?: string;
  private kept = Buffer.alloc(0);

  /** Until its end, or until there is more than anybody would say; the connection then ends with it. */
  async readFrom(response: IncomingMessage): Promise<void> {
    this.status = response.statusCode!;
    const header = response.headers['retry-after'];
    if (header !== undefined) this.retryAfter = header;
    let read = 0;
    response.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (this.kept.length < MAX_KEPT_BYTES)
        this.kept = Buffer.concat([this.kept, chunk.subarray(0, MAX_KEPT_BYTES - this.kept.length)]);
      if (read >= MAX_READ_BYTES) response.destroy();
    });
    await once(response, 'close');
  }

  outcome(): { status: number; retryAfter?: string; answer: string } {
    // What is no text becomes U+FFFD, and so does U+0000, which Postgres can't store.
    const answer = this.kept.toString('utf8').replaceAll('\0', '\ufffd');
    return {
      status: this.status!,
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
      answer,
    };
  }
}
