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

  it('removes interim responses from a text in three pieces, wherever they are split', () => {
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1)
        expect(left([text.slice(0, first), text.slice(first, second), text.slice(second)])).toBe(final);
  });

  it('removes interim responses from a text that arrives byte by byte', () =>
    expect(left([...text])).toBe(final));

  it.each(['HTTP/1.1 101 Switching\r\n\r\n', 'HTTP/2 100\r\n\r\n', 'no HTTP', '\r\nHTTP/1.1 100 C\r\n\r\n'])(
    'returns text without interim responses unchanged: %j',
    (other) => expect(left([...other])).toBe(other),
  );

  it('returns everything after the head of the final response unchanged', () =>
    expect(left([final, interim])).toBe(final + interim));

  it('removes the interim responses (1xx) before each of two final responses', () => {
    const responses = new InterimResponses();
    for (let time = 0; time < 2; time += 1) {
      responses.expect();
      expect(responses.without(Buffer.from(text)).toString()).toBe(final);
    }
  });
});
