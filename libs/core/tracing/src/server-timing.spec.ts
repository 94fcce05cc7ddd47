import { isTiming, RequestTimings, runTimed, timed, useTimings } from './server-timing';
import { traced, tracedCall } from './traced';

/** Names of the parts without their times. */
const partsOf = (request: RequestTimings) => String(request).replace(/;dur=\d+(\.\d+)?/g, '');
const ran = async (work: () => unknown) => {
  const request = new RequestTimings();
  await new Promise<void>((done) =>
    runTimed(
      request,
      () =>
        void Promise.resolve()
          .then(work)
          .then(
            () => done(),
            () => done(),
          ),
    ),
  );
  return partsOf(request);
};

describe('RequestTimings', () => {
  beforeEach(() => useTimings(true));
  afterEach(() => useTimings(false));

  it('lists the steps of the request, with a single step for all database statements', async () => {
    const answer = async () => {
      await traced('token', undefined, () => tracedCall('verify-token', {}, () => Promise.resolve(1)));
      return tracedCall('list', {}, () => timed('document', () => 1));
    };
    expect(await ran(answer)).toBe('db;desc="2 times", token, document');
  });

  it('contains the step whose work throws, and rethrows the error', async () => {
    const failed = () => traced('scope', undefined, () => Promise.reject(new Error('no')));
    await expect(
      new Promise((_, reject) => runTimed(new RequestTimings(), () => void failed().catch(reject))),
    ).rejects.toThrow('no');
    expect(await ran(failed)).toBe('scope');
    expect(
      await ran(() =>
        timed('scope', () => {
          throw new Error('no');
        }),
      ),
    ).toBe('scope');
  });

  it('keeps the steps of concurrent requests separate', async () => {
    const [one, other] = [new RequestTimings(), new RequestTimings()];
    const work = (part: string) => () => void timed(part, () => Promise.resolve());
    runTimed(one, work('one'));
    runTimed(other, work('other'));
    await new Promise(setImmediate);
    expect([partsOf(one), partsOf(other)]).toEqual(['one', 'other']);
  });
});

it('timed() runs the work without a measurement if Server-Timing is disabled', () => {
  expect(isTiming()).toBe(false);
  expect(timed('part', () => 7)).toBe(7);
});
