/* Parsers for HTTP header fields (RFC 9110 §5.6). All parsers take linear time in the length of the field. */

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

/** Trims optional whitespace (RFC 9110 §5.6.3): only spaces and tabs, unlike `String.trim`. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Splits a header field at separators, but not within quoted strings (RFC 9110 §5.6.4). */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let [start, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Returns the elements of a comma-separated header field, without empty elements (RFC 9110 §5.6.1). */
export function listElements(field: string): string[] {
  return splitOutsideQuotes(field, ',')
    .map(trimBlanks)
    .filter((element) => element !== '');
}

/**
 * A media type or media range. `type` is the lowercase text `type/subtype`, and the parameters have their
 * original order.
 */
export interface MediaRange {
  type: string;
  parameters: (readonly [name: string, value: string])[];
}

/**
 * Maximum number of parsed parameters of a media type. Clients send one or two. Parsing thousands would cost
 * more than the response.
 */
const MAX_PARAMETERS = 100;

/** Parses a media type or media range (RFC 9110 §8.3.1, §12.5.1). Ignores parameters after the first 99. */
export function parseMediaRange(text: string): MediaRange {
  if (!text.includes(';')) return { type: trimBlanks(text).toLowerCase(), parameters: [] };
  const [type = '', ...parameters] = splitOutsideQuotes(text, ';').slice(0, MAX_PARAMETERS).map(trimBlanks);
  return {
    type: type.toLowerCase(),
    parameters: parameters.filter((parameter) => parameter !== '').map(parseParameter),
  };
}

function parseParameter(parameter: string): readonly [string, string] {
  const at = parameter.indexOf('=');
  if (at < 0) return [parameter.toLowerCase(), ''];
  const name = trimBlanks(parameter.slice(0, at)).toLowerCase();
  return [name, unquoted(trimBlanks(parameter.slice(at + 1)))];
}

function unquoted(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
}

/**
 * Returns the lowercase media type of a Content-Type header, without its parameters. Returns an empty string if
 * the header is absent.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  return parseMediaRange(contentType ?? '').type;
}

/**
 * Returns the credentials in an Authorization header (RFC 9110 §11.4), or undefined if the header has a
 * different scheme.
 */
export function credentialsOf(authorization: string | undefined, scheme: string): string | undefined {
  if (authorization === undefined || authorization[scheme.length] !== ' ') return undefined;
  if (authorization.slice(0, scheme.length).toLowerCase() !== scheme.toLowerCase()) return undefined;
  return trimBlanks(authorization.slice(scheme.length));
}
