import { delimiterOf, exportCsv, type ExportProgress, silenceMs } from './exports';

const request = { type: 'orders', filter: { status: 'open', q: 'anna' }, sort: '-number' } as const;
const token = () => {
  const attributes = { token: 'swa_x', expires_at: new Date(Date.now() + 900_000).toISOString() };
  return Response.json({ data: { type: 'session_tokens', id: '1', attributes } });
};

/**
 * Simulates a shop API that sends these parts of an export, and then closes the connection, fails or stops
 * sending.
 */
function answering(pieces: string[], end: 'close' | 'error' | 'silence' = 'close') {
  const asked: RequestInit[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    if (String(address as string).endsWith('/session_tokens')) return Promise.resolve(token());
    asked.push(init!);
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (end === 'close') controller.close();
        if (end === 'error') controller.error(new TypeError('network error'));
        init!.signal!.addEventListener('abort', () => controller.error(init!.signal!.reason));
      },
    });
    return Promise.resolve(new Response(body));
  });
  return asked;
}

afterEach(() => jest.restoreAllMocks());

/** Returns the text with its byte order mark, which `text()` removes. */
const textOf = async (file: Blob) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

describe('exportCsv', () => {
  it('requests the list as CSV and resolves with the complete file', async () => {
    const asked = answering(['id,note\r\n1,"two', '\r\nlines, and ""quotes"""\r\n2,ü\r\n']);
    const seen: ExportProgress[] = [];
    const options = {
      language: 'en',
      signal: new AbortController().signal,
      onProgress: (now: ExportProgress) => void seen.push(now),
    };
    const file = await exportCsv('7', request, options);
    expect(await textOf(file)).toBe('\ufeffid,note\r\n1,"two\r\nlines, and ""quotes"""\r\n2,ü\r\n');
    expect([seen.at(0)!.rows, seen.at(-1)]).toEqual([0, { rows: 2, bytes: file.size }]);
    expect(new Headers(asked[0]!.headers).get('accept')).toBe('text/csv');
    expect(JSON.parse(asked[0]!.body as string)).toEqual({
      data: {
        type: 'exports',
        attributes: {
          ...{ resource_type: 'orders', filter: { status: 'open', q: 'anna' }, sort: '-number' },
          delimiter: ',',
        },
      },
    });
  });

  const signal = () => new AbortController().signal;
  const onProgress = () => undefined;

  it('rejects if the connection breaks before the end of the file', async () => {
    answering(['id\r\n1\r\n'], 'error');
    await expect(
      exportCsv('7', request, { language: 'de', signal: signal(), onProgress }),
    ).rejects.toMatchObject({
      status: 0,
    });
  });

  it('rejects if the response sends no data for too long', async () => {
    jest.useFakeTimers();
    answering(['id\r\n1\r\n'], 'silence');
    const failed = exportCsv('7', request, { language: 'de', signal: signal(), onProgress }).catch(
      (error: unknown) => error,
    );
    await jest.advanceTimersByTimeAsync(silenceMs);
    jest.useRealTimers();
    expect(await failed).toMatchObject({ status: 0 });
  });

  it('aborts the API request when the user cancels the export', async () => {
    const asked = answering(['id\r\n'], 'silence');
    const cancelled = new AbortController();
    const options = { language: 'en', signal: cancelled.signal, onProgress: () => cancelled.abort() };
    const failed = await exportCsv('7', request, options).catch((error: unknown) => error);
    expect([failed, asked[0]!.signal!.aborted]).toEqual([cancelled.signal.reason, true]);
  });
});

describe('delimiterOf', () => {
  it.each([
    ['en-US', ','],
    ['de-DE', ';'],
    ['de-CH', ','],
    ['fr', ';'],
    ['ja', ','],
  ])('returns for a browser in %s the delimiter %j', (language, delimiter) => {
    expect(delimiterOf(language)).toBe(delimiter);
  });
});
