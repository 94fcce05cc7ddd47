import { type Response, until } from '@storewright/testing';

/** So many such answers in a row, and the change is taken for good. */
const inARow = 20;

/** Asks again and again from a change on until it is in force: until the answers have this status, and keep it. */
export async function untilInForce(ask: () => Promise<Response>, status: number): Promise<void> {
  let count = 0;
  await until(`the answer is ${status}`, async () => {
    count = (await ask()).status === status ? count + 1 : 0;
    return count === inARow;
  });
}
