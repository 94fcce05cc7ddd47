import { type Response, until } from '@storewright/testing';

/** Number of consecutive responses with the expected status after which a change counts as stable. */
const inARow = 20;

export async function untilInForce(ask: () => Promise<Response>, status: number): Promise<void> {
  let count = 0;
  await until(`the answer is ${status}`, async () => {
    count = (await ask()).status === status ? count + 1 : 0;
    return count === inARow;
  });
}
