import { described } from '@storewright/json-api';
import { ValidateBy } from 'class-validator';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+(\.[a-z0-9-]+)*\.localhost)$/;
const longest = 2048;

/**
 * What is wrong with an address that an app gave, or undefined. An owner's browser is sent there with a nonce, so it must be one definite place
 * that nobody on the way can read (docs/contract.md §4; RFC 9700 §4.1).
 */
export function problemOfAppUrl(text: string, reserved: readonly string[] = []): string | undefined {
  if (text.length > longest) return `must be at most ${longest} characters long`;
  if (!/^[\x21-\x7e]*$/.test(text) || text.includes('\\'))
    return 'must be written in ASCII without spaces and backslashes (percent-encode what is not)';
  // A parser passes over a third slash, and takes what follows for the host.
  if (!URL.canParse(text) || /^[a-z]+:\/{3}/i.test(text))
    return 'must be an absolute address such as https://app.example/install';
  const url = new URL(text);
  if (!/^https?:\/\//i.test(text)) return 'must start with https://';
  if (url.protocol === 'http:' && !loopback.test(url.hostname))
    return 'must start with https:// (http:// only for localhost, 127.0.0.1, [::1] and *.localhost)';
  // An empty one is not in the URL any more, but it is in the text.
  if (/^[^/?#]*@/.test(text.replace(/^https?:\/*/i, ''))) return 'must not hold a user name or a password';
  if (text.includes('#')) return 'must not have a fragment ("#…")';
  if (text.includes('*'))
    return 'must be one address, without a wildcard (%2A where you mean the character "*")';
  const taken = reserved.find((name) => url.searchParams.has(name));
  return taken && `must not have the query parameter "${taken}", which is added on installation`;
}

/** An address of an app. `reserved`: query parameters that it must not have. */
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
      described({ type: 'string', format: 'uri', maxLength: longest }),
    )(target, property);
  };
}

/** The address with further parameters; its own query stays as it is, character by character. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return address + joint + query.join('&');
}
