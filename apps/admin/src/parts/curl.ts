export interface CurlRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Returns a curl command for sh, zsh and bash. */
export function curlLine({ method = 'GET', url, headers = {}, body }: CurlRequest): string {
  // `-g` disables curl's URL globbing, in which brackets have a special meaning.
  const words = [
    'curl',
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(url),
  ];
  for (const [name, value] of Object.entries(headers)) words.push('-H', headerWord(name, value));
  if (body !== undefined) words.push('-d', quoted(body));
  return words.join(' ');
}

/** Quotes a header for the shell. The shell expands only an access token variable such as `$ACCESS_TOKEN`. */
function headerWord(name: string, value: string): string {
  return /^(?:\w+ )?\$[A-Z_]+$/.test(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

/** Quotes a word in single quotes for the shell and escapes the single quotes inside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
