export interface CurlRequest {
  method?: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request as a command line for sh, zsh and bash, ready to paste. */
export function curlLine({ method = 'GET', url, headers = {}, body }: CurlRequest): string {
  // Brackets are curl's own language for several addresses.
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

/** A value such as `Bearer $ACCESS_TOKEN` is left for the shell to fill in. */
function headerWord(name: string, value: string): string {
  return /^(?:\w+ )?\$[A-Z_]+$/.test(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`);
}

/** Nothing in single quotes means anything to a shell, but they can't hold one of their own. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
