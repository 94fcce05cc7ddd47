/*
 * Parsers for header fields (RFC 9110 §5.6). Each parser reads the field once from left to right, so its cost
 * grows only with the length of the field.
 */

const isBlank = (character: string | undefined) => character === ' ' || character === '\t';

/** Removes optional whitespace at both ends of a text (RFC 9110 §5.6.3): spaces and tabs only. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Splits a text at separators. A separator in a quoted string (RFC 9110 §5.6.4) does not split. */
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

/** Returns the elements of a comma-separated list (RFC 9110 §5.6.1). Empty elements are omitted. */
export function listElements(field: string): string[] {
  return splitOutsideQuotes(field, ',')
    .map(trimBlanks)
    .filter((element) => element !== '');
}

/** A media type or range: `type/subtype` in lowercase, and the parameters in their order. */
export interface MediaRange {
  type: string;
  parameters: (readonly [name: string, value: string])[];
}

/**
 * Maximum number of parameters. Clients send one or two, and parsing thousands would cost more than the
 * response.
 */
const MAX_PARAMETERS = 100;

/** Parses a media type or a media range (RFC 9110 §8.3.1, §12.5.1). Ignores parameters after the first 99. */
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
 * Returns the media type of a Content-Type field in lowercase, without parameters. Returns an empty text
 * without a field.
 */
export function mediaTypeOf(contentType: string | undefined): string {
  return parseMediaRange(contentType ?? '').type;
}

/**
 * Returns the credentials of an Authorization field with this scheme (RFC 9110 §11.4), or undefined if the
 * field has another scheme.
 */
export function credentialsOf(authorization: string | undefined, scheme: string): string | undefined {
  if (authorization === undefined || authorization[scheme.length] !== ' ') return undefined;
  if (authorization.slice(0, scheme.length).toLowerCase() !== scheme.toLowerCase()) return undefined;
  return trimBlanks(authorization.slice(scheme.length));
}
