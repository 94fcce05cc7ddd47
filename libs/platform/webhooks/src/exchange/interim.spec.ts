import { InterimResponses } from './interim';

const interim = 'HTTP/1.1 100 Continue\r\nserver: x\r\n\r\nHTTP/1.0 102 Processing\r\n\r\n';
const final = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Returns the text without interim responses if it arrives in these pieces. */
function left(pieces: string[]): string {
  const responses = new InterimResponses();
  responses.expect();
  return pieces.map((piece) => responses.without(Buffer.from(piece, 'latin1')).toString('latin1')).join('');
}

describe('InterimResponses', () => {
  const text = interim + final;

  it('removes interim (1xx) responses from bytes that arrive in three chunks, at every possible split', () => {
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1)
        expect(left([text.slice(0, first), text.slice(first, second), text.slice(second)])).toBe(final);
  });

  it('removes interim (1xx) responses from bytes that arrive one by one', () =>
    expect(left([...text])).toBe(final));

  it.each(['HTTP/1.1 101 Switching\r\n\r\n', 'HTTP/2 100\r\n\r\n', 'no HTTP', '\r\nHTTP/1.1 100 C\r\n\r\n'])(
    'returns bytes without interim (1xx) responses unchanged: %j',
    (other) => expect(left([...other])).toBe(other),
  );

  it('returns all bytes after the head of the final response unchanged', () =>
    expect(left([final, interim])).toBe(final + interim));

  it('removes the interim (1xx) responses before two consecutive final responses', () => {
    const responses = new InterimResponses();
    for (let time = 0; time < 2; time += 1) {
      responses.expect();
      expect(responses.without(Buffer.from(text)).toString()).toBe(final);
    }
  });
});
