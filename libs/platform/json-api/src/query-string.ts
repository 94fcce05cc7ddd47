import { shown, Violations } from './api-error';

export type QueryParameters = ReadonlyMap<string, string>;

const none: QueryParameters = new Map();

/**
 * Parses a query string. `+` and `%20` are spaces, and square brackets can be percent-encoded (JSON:API
 * appendix "Query Parameters Details"). Rejects invalid percent-encoding, invalid UTF-8, U+0000 and repeated
 * names. Only `include` can be repeated, because generic clients do so. Its values are joined with commas.
 */
export function parseQueryString(text: string): QueryParameters {
  if (text === '') return none;
  const parameters = new Map<string, string>();
  const violations = new Violations();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : decode(pair.slice(at + 1));
    if (name === undefined || value === undefined) {
      refuse(
        violations,
        name ?? pair.split('=', 1)[0]!,
        `The percent-encoding of "${shown(pair)}" is invalid or is not UTF-8.`,
      );
    } else if (name.includes('\0') || value.includes('\0')) {
      refuse(violations, name, 'The value contains U+0000, which is invalid. Remove this character.');
    } else if (name === 'include' && parameters.has(name)) {
      parameters.set(name, [parameters.get(name), value].filter(Boolean).join(','));
    } else if (parameters.has(name)) {
      refuse(violations, name, `"${shown(name)}" is repeated. Send each parameter once.`);
    } else parameters.set(name, value);
  }
  violations.throwIfAny();
  return parameters;
}

/** Serializes query parameters as a valid URI (RFC 3986), with percent-encoded square brackets. */
export function writeQueryString(parameters: Iterable<readonly [string, string]>): string {
  const pairs = [...parameters].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length ? `?${pairs.join('&')}` : '';
}

/**
 * Decodes percent-encoding in a name or value of a query string. Some clients, such as curl, send raw UTF-8
 * bytes, which Node represents as one character per byte.
 */
function decode(text: string): string | undefined {
  const encoded = text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function refuse(violations: Violations, name: string, detail: string): void {
  violations.add('invalid_query_parameter', { detail, source: { parameter: name.toWellFormed() } });
}
