import { ApiError } from './api-error';

export type Members = Record<string, unknown>;

/** A parsed request document. `source` is the original JSON text. */
export interface RequestDocument {
  value: Members;
  source: string;
}

export function readDocument(body: Uint8Array): RequestDocument {
  const { value, source } = parseJson(body);
  if (!isObject(value)) throw malformed('The document must be an object with a member "data".', '');
  return { value, source };
}

/**
 * Maximum number of object members in a request body. More than a hundred objects with 256 keys fit. A body
 * of 1 MB that consists of members takes ten times as long to parse as 1 MB of text.
 */
export const MAX_MEMBERS_OF_BODY = 30_000;

function hasMoreMembersThan(most: number, body: Uint8Array): boolean {
  if (body.length <= most) return false;
  let [members, inString] = [0, false];
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === quote) inString = !inString;
    else if (byte === backslash && inString) at += 1;
    else if (byte === colon && !inString && (members += 1) > most) return true;
  }
  return false;
}
const [quote, backslash, colon] = [34, 92, 58];

function parseJson(body: Uint8Array): { value: unknown; source: string } {
  if (body.length === 0) throw malformed('The body is empty. Send a JSON:API document.');
  if (hasMoreMembersThan(MAX_MEMBERS_OF_BODY, body))
    throw new ApiError('too_many_members', {
      detail: `The objects in the body can have at most ${MAX_MEMBERS_OF_BODY} members in total. Split the request.`,
    });
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body must be JSON text in UTF-8.');
  }
  try {
    return { value: JSON.parse(source), source };
  } catch (cause) {
    const place = /position (\d+)/.exec((cause as Error).message)?.[1];
    throw malformed(`The body is not valid JSON${place ? `. The error is at character ${place}` : ''}.`);
  }
}

/**
 * Returns the member names of an object, without names that begin with `@` (JSON:API "Document: @-Members").
 */
export function namesIn(object: Members): string[] {
  return Object.keys(object).filter((name) => !name.startsWith('@'));
}

export function withoutAtMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(hasAtMembers) ? value.map(onlyNamed) : value;
  return onlyNamed(value);
}

function hasAtMembers(value: unknown): value is Members {
  return isObject(value) && Object.keys(value).some((name) => name.startsWith('@'));
}

function onlyNamed(value: unknown): unknown {
  return hasAtMembers(value) ? Object.fromEntries(namesIn(value).map((name) => [name, value[name]])) : value;
}

/**
 * Returns the JSON pointer to a member of an object (RFC 6901 §3). Returns the pointer to the object if the
 * name contains an unpaired surrogate, which a JSON pointer cannot represent.
 */
export function pointerBelow(pointer: string, name: string): string {
  return name.isWellFormed() ? `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : pointer;
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function malformed(detail: string, pointer?: string): ApiError {
  return new ApiError('malformed_document', {
    detail,
    ...(pointer === undefined ? {} : { source: { pointer } }),
  });
}
