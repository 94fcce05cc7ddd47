/** The text of an answer; undefined where it is larger than `most` bytes, the rest of which is not read. */
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
