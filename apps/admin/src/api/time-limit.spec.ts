import { isProblem } from './problem';
import { limitsMs, send } from './request';

/** Simulates a service that accepts a request and sends nothing until the client aborts. */
const silence = (_address: unknown, { signal }: RequestInit): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal!.addEventListener('abort', () => reject(signal!.reason as Error));
  });

/** Simulates a service that sends a part of its response and then nothing. */
const halfAnAnswer = (_address: unknown, { signal }: RequestInit): Promise<Response> => {
  const json = () => silence('', { signal: signal! });
  return Promise.resolve({ ok: true, status: 200, headers: new Headers(), json } as unknown as Response);
};

describe('request timeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  async function problemAfter(ms: number, asked: Promise<unknown>) {
    const settled = asked.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(ms);
    const error = await settled;
    if (!isProblem(error)) throw error;
    return error;
  }

  it.each([
    ['sends nothing', silence],
    ['stops in the middle of its response', halfAnAnswer],
  ])('fails a read after ten seconds if the service %s, and the panel does not retry', async (_, fetch) => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(fetch as typeof globalThis.fetch);
    const problem = await problemAfter(10_000, send('/api/orders'));
    expect([problem.status, problem.isPassing, problem.isWorthAnotherTry]).toEqual([504, true, false]);
  });

  it('is longer for a write, and the error reports an unknown outcome of the write', async () => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(silence as typeof globalThis.fetch);
    const problem = await problemAfter(limitsMs.write, send('/api/orders', { method: 'POST', body: '{}' }));
    expect(problem.has('no_answer_to_write')).toBe(true);
  });

  it('keeps the abort reason of a caller that aborts before the timeout', async () => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(silence as typeof globalThis.fetch);
    const leaving = new AbortController();
    const asked = send('/api/orders', { signal: leaving.signal }).catch((error: unknown) => error);
    leaving.abort();
    expect(await asked).toBe(leaving.signal.reason);
  });
});
