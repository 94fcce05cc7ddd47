import type { Response } from '@storewright/testing';

/** So many refusals in a row, and the change is taken for good. */
const inARow = 20;

/**
 * Asks again and again from a change on, without a pause. How long after the change the last request was sent that still got another answer than
 * `status`, in ms; 0 where none did.
 */
export async function msUntilInForce(ask: () => Promise<Response>, status: number): Promise<number> {
  const changed = performance.now();
  let last = changed;
  for (let count = 0; count < inARow;) {
    const sent = performance.now();
    if (sent - changed > 10_000) throw new Error(`still not ${status} after 10 s`);
    if ((await ask()).status === status) count += 1;
    else [count, last] = [0, sent];
  }
  return last - changed;
}
