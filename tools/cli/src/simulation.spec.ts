import type { LoggedEvent } from './event-source';
import { reordered } from './simulation';

const eventOf = (sequence: number) =>
  ({ sequence, type: sequence > 9 ? 'unwanted' : 'wanted' }) as LoggedEvent;

async function* logOf(...sequences: number[]) {
  for (const sequence of sequences) yield eventOf(sequence);
}

async function batchesOf(events: AsyncIterable<LoggedEvent>, pause: () => Promise<void>) {
  const batches = [];
  for await (const { posted, last } of reordered(events, ({ type }) => type === 'wanted', pause))
    batches.push([posted.map(({ sequence }) => sequence), last.sequence]);
  return batches;
}

const forever = () => new Promise<void>(() => {});

it('reordered() swaps pairs of requested events, and yields the last event alone', async () => {
  expect(await batchesOf(logOf(1, 2, 10, 3, 11, 4, 5), forever)).toEqual([
    ...[
      [[2, 1], 2],
      [[], 10],
      [[4, 3], 4],
      [[5], 5],
    ],
  ]);
});

it('reordered() yields an event alone after the time limit if no other event follows', async () => {
  async function* events() {
    yield eventOf(1);
    await forever();
  }
  for await (const { posted } of reordered(
    events(),
    () => true,
    () => Promise.resolve(),
  )) {
    expect(posted.map(({ sequence }) => sequence)).toEqual([1]);
    return;
  }
});

it('reordered() yields a held event before it throws an error from the event log', async () => {
  async function* events() {
    yield eventOf(1);
    throw new Error('revoked');
  }
  const batches = reordered(events(), () => true, forever);
  expect((await batches.next()).value).toMatchObject({ posted: [{ sequence: 1 }] });
  await expect(batches.next()).rejects.toThrow('revoked');
});
