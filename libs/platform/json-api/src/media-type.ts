import { ApiError } from './api-error';
import { listElements, type MediaRange, parseMediaRange, trimBlanks } from './header-syntax';

export const mediaType = 'application/vnd.api+json';
/** URI of the JSON:API profile that all collections implement. */
export const cursorPagination = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
/** URI of the JSON:API extension that `POST /api/operations` supports. */
export const atomicExtension = 'https://jsonapi.org/ext/atomic';
export const collectionMediaType = `${mediaType}; profile="${cursorPagination}"`;

/**
 * Throws 406 if the Accept header allows no JSON:API response (JSON:API 1.1 "Server Responsibilities"; RFC 9110
 * §12.5.1). Any type, `application/*`, `application/json` and a missing header are acceptable.
 */
export function checkAccept(accept: string | undefined, extensions: readonly string[] = []): void {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === mediaType) return;
  const ranges = mediaRangesOf(accept);
  const ours = ranges.filter(({ type }) => type === mediaType);
  // JSON:API requires 406 if all JSON:API media types in the header have unsupported parameters, even if the
  // header also accepts a different type.
  const acceptable = ours.length
    ? ours.some((range) => isUnderstood(range, extensions, 'q') && isWanted(range))
    : ranges.some(
        (range) => ['*/*', 'application/*', 'application/json'].includes(range.type) && isWanted(range),
      );
  if (acceptable) return;
  throw new ApiError('not_acceptable', {
    detail:
      `The Accept header allows no JSON:API response. Send "Accept: ${mediaType}" without parameters ` +
      'other than "profile", or no Accept header.',
    source: { header: 'Accept' },
  });
}

/**
 * Returns the media type of a route that the client prefers (RFC 9110 §12.5.1). Throws 406 if the client
 * accepts no media type of the route. The rules of `checkAccept` apply if JSON:API is the route's default and
 * the header names no alternative.
 */
export function acceptedOf(accept: string | undefined, served: readonly [string, ...string[]]): string {
  if (accept === undefined || accept === '') return served[0];
  const ranges = mediaRangesOf(accept);
  if (served[0] === mediaType && !ranges.some(({ type }) => served.indexOf(type) > 0)) {
    checkAccept(accept);
    return mediaType;
  }
  const weights = served.map((type) => ({ type, weight: weightOf(ranges, type) }));
  const [best] = weights.sort((one, other) => other.weight - one.weight);
  if (best!.weight > 0) return best!.type;
  throw new ApiError('not_acceptable', {
    detail:
      'The Accept header allows no media type of this path. ' +
      `Send "Accept: ${served.join('" or "')}", or no Accept header.`,
    source: { header: 'Accept' },
  });
}

function weightOf(ranges: readonly MediaRange[], type: string): number {
  for (const range of [type, `${type.split('/', 1)[0]!}/*`, '*/*']) {
    const found = ranges.find((each) => each.type === range);
    if (!found) continue;
    const [, weight = '1'] = found.parameters.find(([name]) => name === 'q') ?? [];
    return Number(weight);
  }
  return 0;
}

/**
 * Throws 415 if the Content-Type is neither JSON:API nor `application/json`, or has an unsupported parameter.
 * If `extension` is set, the Content-Type must declare this JSON:API extension.
 */
export function checkContentType(contentType: string | undefined, extension?: string): void {
  if (contentType === mediaType && extension === undefined) return;
  const range = parseMediaRange(contentType ?? '');
  if (extension === undefined && isPlainJson(range)) return;
  const extensions = extension === undefined ? [] : [extension];
  const isIn = extension === undefined || extensionsOf(range).includes(extension);
  if (range.type === mediaType && isUnderstood(range, extensions) && isIn) return;
  const right = extension === undefined ? mediaType : `${mediaType}; ext="${extension}"`;
  throw new ApiError('unsupported_media_type', {
    detail:
      range.type === mediaType && extension === undefined
        ? `This path supports no extensions. Send "Content-Type: ${mediaType}" without parameters other than "profile".`
        : `The Content-Type is missing or not supported. Send "Content-Type: ${right}".`,
    source: { header: 'Content-Type' },
  });
}

/**
 * True for `application/json`, which clients without JSON:API support send. The request body must still be a
 * JSON:API document.
 */
function isPlainJson({ type, parameters }: MediaRange): boolean {
  return (
    type === 'application/json' &&
    parameters.every(([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8')
  );
}

/** Rejects a compressed request body, because the server cannot decompress it (RFC 9110 §15.5.16). */
export function checkContentEncoding(encoding: string | undefined): void {
  if (encoding === undefined || ['', 'identity'].includes(trimBlanks(encoding).toLowerCase())) return;
  throw new ApiError('unsupported_media_type', {
    detail: 'The server does not decode compressed bodies. Send the body without Content-Encoding.',
    source: { header: 'Content-Encoding' },
    headers: { 'accept-encoding': 'identity' },
  });
}

function extensionsOf({ parameters }: MediaRange): string[] {
  return parameters
    .filter(([name]) => name === 'ext')
    .flatMap(([, value]) => value.split(' ').filter((uri) => uri !== ''));
}

/**
 * True if all parameters of a media range are supported: `profile`, supported JSON:API extensions and, in an
 * Accept header, a quality value.
 */
function isUnderstood(range: MediaRange, extensions: readonly string[], weight?: 'q'): boolean {
  const known = ['profile', 'ext', weight];
  return (
    range.parameters.every(([name]) => known.includes(name)) &&
    extensionsOf(range).every((uri) => extensions.includes(uri))
  );
}

/** False if the quality value is 0, which means "not acceptable" (RFC 9110 §12.4.2). */
function isWanted({ parameters }: MediaRange): boolean {
  return !parameters.some(([name, value]) => name === 'q' && Number(value) === 0);
}

/**
 * Maximum number of parsed media ranges per Accept header. Clients send a few. Parsing thousands would cost
 * more than the response.
 */
const MAX_MEDIA_RANGES = 100;

function mediaRangesOf(accept: string): MediaRange[] {
  return listElements(accept).slice(0, MAX_MEDIA_RANGES).map(parseMediaRange);
}
