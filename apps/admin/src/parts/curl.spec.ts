import { execFileSync } from 'node:child_process';
import { curlLine } from './curl';

/** Returns the words into which a shell splits a line. */
function words(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; TOKEN=swa_1; ${line}`;
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('curlLine', () => {
  it('quotes every word, so that a shell passes quotes, dollars and line breaks unchanged', () => {
    const body = `{"a":"it's $HOME \`id\` \\\\ !","b":"\n"}`;
    const url = 'http://demo-shop.localhost/api/meta?filter[meta]={"key":"a\'b"}';
    expect(words(curlLine({ method: 'POST', url, headers: { Accept: "o'clock" }, body }))).toEqual([
      ...['-g', '-X', 'POST', url],
      ...['-H', "Accept: o'clock"],
      ...['-d', body],
    ]);
  });

  it('leaves the access token variable unquoted, so that the shell expands it', () => {
    const line = curlLine({ url: 'http://x/', headers: { Authorization: 'Bearer $TOKEN', 'X-Price': '$5' } });
    expect(words(line)).toEqual(['http://x/', '-H', 'Authorization: Bearer swa_1', '-H', 'X-Price: $5']);
  });
});
