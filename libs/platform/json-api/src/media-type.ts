import { ApiError } from './api-error';
import { listElements, type MediaRange, parseMediaRange, trimBlanks } from './header-syntax';

export const mediaType = 'application/vnd.api+json';
/** The profile that every collection follows. */
export const cursorPagination = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
/** The extension that `POST /api/operations` applies, and nothing else. */
export const atomicExtension = 'https://jsonapi.org/ext/atomic';
export const collectionMediaType = `${mediaType}; profile="${cursorPagination}"`;

/**
 * Rejects an Accept header without an acceptable media type with 406 (JSON:API 1.1 "Server Responsibilities";
 * RFC 9110 §12.5.1). A missing header, any type, `application/*` and `application/json` are acceptable.
 */
export function checkAccept(accept: string | undefined, extensions: readonly string[] = []): void {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === mediaType) return;
  const ranges = mediaRangesOf(accept);
  const ours = ranges.filter(({ type }) => type === mediaType);
  // JSON:API: if every JSON:API media type in Accept has unknown parameters, the server must return 406 whatever
  // else is acceptable.
  const acceptable = ours.length
    ? ours.some((range) => isUnderstood(range, extensions, 'q') && isWanted(range))
    : ranges.some(
        (range) => ['*/*', 'application/*', 'application/json'].includes(range.type) && isWanted(range),
      );
  if (acceptable) return;
  throw new ApiError('not_acceptable', {
    detail: `Send "Accept: ${mediaType}" without parameters other than "profile", or no Accept header.`,
    source: { header: 'Accept' },
  });
}

/** Returns the served media type that the client prefers (RFC 9110 §12.5.1). Throws 406 if the client accepts none. */
export function acceptedOf(accept: string | undefined, served: readonly [string, ...string[]]): string {
  if (accept === undefined || accept === '') return served[0];
  const ranges = mediaRangesOf(accept);
  const weights = served.map((type) => ({ type, weight: weightOf(ranges, type) }));
  const [best] = weights.sort((one, other) => other.weight - one.weight);
  if (best!.weight > 0) return best!.type;
  throw new ApiError('not_acceptable', {
    detail: `Send "Accept: ${served.join('" or "')}", or no Accept header.`,
    source: { header: 'Accept' },
  });
}

/** The weight of the most specific range. */
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
 * Throws 415 for a body whose media type is neither JSON:API's nor `application/json`, or whose media type has
 * unsupported parameters. `extension`: the extension that the body must use and its media type must declare.
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
        ? `Send "Content-Type: ${mediaType}" without parameters other than "profile"; extensions are not supported here.`
        : `Send the body with "Content-Type: ${right}".`,
    source: { header: 'Content-Type' },
  });
}

/** Plain JSON from clients that do not know JSON:API. The server reads it as a JSON:API document. */
function isPlainJson({ type, parameters }: MediaRange): boolean {
  return (
    type === 'application/json' &&
    parameters.every(([name, value]) => name === 'charset' && value.toLowerCase() === 'utf-8')
  );
}

/** Rejects a compressed body, which the server cannot decode (RFC 9110 §15.5.16). */
export function checkContentEncoding(encoding: string | undefined): void {
  if (encoding === undefined || ['', 'identity'].includes(trimBlanks(encoding).toLowerCase())) return;
  throw new ApiError('unsupported_media_type', {
    detail: 'Send the body without Content-Encoding.',
    source: { header: 'Content-Encoding' },
    headers: { 'accept-encoding': 'identity' },
  });
}

/** The space-separated URIs of `ext`. */
function extensionsOf({ parameters }: MediaRange): string[] {
  return parameters
    .filter(([name]) => name === 'ext')
    .flatMap(([, value]) => value.split(' ').filter((uri) => uri !== ''));
}

/** True if the range has only `profile`, supported extensions and, in Accept, a weight. */
function isUnderstood(range: MediaRange, extensions: readonly string[], weight?: 'q'): boolean {
  const known = ['profile', 'ext', weight];
  return (
    range.parameters.every(([name]) => known.includes(name)) &&
    extensionsOf(range).every((uri) => extensions.includes(uri))
  );
}

/** False for weight 0, which means "not acceptable" (RFC 9110 §12.4.2). */
function isWanted({ parameters }: MediaRange): boolean {
  return !parameters.some(([name, value]) => name === 'q' && Number(value) === 0);
}

/** Clients send a few. A header with thousands would cost more than the response. */
const MAX_MEDIA_RANGES = 100;

/** The media ranges of an Accept header, of which more than 100 are ignored. */
function mediaRangesOf(accept: string): MediaRange[] {
  return listElements(accept).slice(0, MAX_MEDIA_RANGES).map(parseMediaRange);
}
