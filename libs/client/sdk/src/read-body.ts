/** Reads a response body as text. If the body exceeds `most` bytes, stops reading and returns undefined. */
export async function readText(response: Response, most: number): Promise<string | undefined> {
  const { body } = response;
  if (!body) return '';
  if (Number(response.headers.get('content-length')) > most) {
    await body.cancel();
    return undefined;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, read] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.byteLength;
    if (read > most) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Yields the lines of a response body while the body arrives, and drops text after the last line break.
 * `part` wraps each read with a timeout.
 */
export async function* linesOf(
  body: ReadableStream<Uint8Array>,
  part: <T>(read: () => Promise<T>) => Promise<T>,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await part(() => reader.read());
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    // Cancels the rest of the response body if the caller stops reading.
    reader.cancel().catch(() => undefined);
  }
}
