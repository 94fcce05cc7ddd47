import { shown, Violations } from './api-error';

/** Names and values, decoded; a name is there once. */
export type QueryParameters = ReadonlyMap<string, string>;

const none: QueryParameters = new Map();

/**
 * Reads a query string strictly: `+` and `%20` are spaces, raw and encoded square brackets the same (JSON:API appendix "Query
 * Parameters Details"). A broken percent-encoding, text that is not UTF-8 or U+0000 and a repeated name are refused, never guessed at.
 * Only `include` may be repeated: generic clients write a list so, and it means the same as names joined by commas.
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
        `The percent-encoding of "${shown(pair)}" is broken or is not UTF-8.`,
      );
    } else if (name.includes('\0') || value.includes('\0')) {
      refuse(violations, name, 'U+0000 cannot be stored, so nothing has it.');
    } else if (name === 'include' && parameters.has(name)) {
      parameters.set(name, [parameters.get(name), value].filter(Boolean).join(','));
    } else if (parameters.has(name)) {
      refuse(violations, name, `"${shown(name)}" is there more than once.`);
    } else parameters.set(name, value);
  }
  violations.throwIfAny();
  return parameters;
}

/** Writes a query string whose characters are all legal in a URI (RFC 3986): square brackets are encoded. */
export function writeQueryString(parameters: Iterable<readonly [string, string]>): string {
  const pairs = [...parameters].map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length ? `?${pairs.join('&')}` : '';
}

/** Node shows raw bytes of the request line, which clients such as curl send, as one character each: they are read as if encoded. */
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
