import { described } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost)$/;
const MAX_LENGTH = 2048;

/**
 * Returns the problem of an app's URL, or undefined. The browser of a shop owner sends a nonce to the install
 * URL, so the URL must be unambiguous and use HTTPS (docs/contract.md §4; RFC 9700 §4.1).
 */
export function problemOfAppUrl(text: string, reserved: readonly string[] = []): string | undefined {
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters long`;
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return 'must contain only ASCII without spaces and backslashes (percent-encode other characters)';
  // URL parsers ignore a third slash, so `https:///a` has the host `a`.
  if (!URL.canParse(text) || /^[a-z]+:\/{3}/i.test(text))
    return 'must be an absolute URL such as https://app.example/install';
  const url = new URL(text);
  if (!/^https?:\/\//i.test(text)) return 'must start with https://';
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    return 'must start with https:// (http:// only for localhost, 127.0.0.1, [::1] and *.localhost)';
  // Searches the text, because the URL parser drops an empty user name and password.
  if (/^[^/?#]*@/.test(text.replace(/^https?:\/*/i, ''))) return 'must not contain a user name or a password';
  if (text.includes('#')) return 'must not have a fragment ("#…")';
  if (text.includes('*')) return 'must not contain a wildcard (write %2A for the character "*")';
  const reservedName = reserved.find((name) => url.searchParams.has(name));
  return reservedName && `must not have the query parameter "${reservedName}", because the platform adds it`;
}

/** Validates the URL of an app. `reserved` lists query parameters that the URL must not contain. */
export function IsAppUrl(reserved: readonly string[] = []): PropertyDecorator {
  return (target, property) => {
    const problem = (value: unknown) =>
      typeof value === 'string' ? problemOfAppUrl(value, reserved) : 'must be a string';
    ValidateBy(
      {
        name: 'isAppUrl',
        validator: {
          validate: (value: unknown) => problem(value) === undefined,
          defaultMessage: (given) => `${String(property)} ${problem(given?.value) ?? ''}`,
        },
      },
      described({ type: 'string', format: 'uri', maxLength: MAX_LENGTH }),
    )(target, property);
  };
}

/** Appends query parameters to a URL without changing its existing query string. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + joint + query.join('&');
}
