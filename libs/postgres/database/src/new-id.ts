import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const idBytes = 16;
const [atOnce, mostSequence] = [256, 2 ** 31];
const drawn = Buffer.alloc(idBytes * atOnce);
let used = drawn.length;
let [msecs, seq] = [0, 0];

/**
 * Returns a UUIDv7 that is greater than every earlier id of this process (RFC 9562 §6.2, method 1: a counter
 * that starts at a random value in each millisecond). Draws random bytes for many ids at once, because
 * drawing takes several times as long as the rest of the function.
 */
export function newId(now = Date.now()): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const random = drawn.subarray(used, (used += idBytes));
  if (now > msecs) [msecs, seq] = [now, random.readUInt32BE(0) >>> 2];
  else seq += 1;
  if (seq === mostSequence) [msecs, seq] = [msecs + 1, 0];
  return v7({ random, msecs, seq });
}
