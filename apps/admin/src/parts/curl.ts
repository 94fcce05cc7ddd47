export interface CurlRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Formats a request as a curl command for sh, zsh and bash. */
export function curlLine({ method = 'GET', url, headers = {}, body }: CurlRequest): string {
  // `-g` disables curl's own meaning of brackets.
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

/** Leaves a variable such as `Bearer $ACCESS_TOKEN` to the shell. */
function headerWord(name: string, value: string): string {
  return /^(?:\w+ )?\$[A-Z_]+$/.test(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

/** Single quotes disable all expansion, but cannot contain a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
