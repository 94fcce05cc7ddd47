import { ApiError } from './api-error';
import { listElements, type MediaRange, parseMediaRange, trimBlanks } from './header-syntax';

export const mediaType = 'application/vnd.api+json';
/** The profile that every collection follows. */
export const cursorPagination = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';
/** The only extension that `POST /api/operations` supports. */
export const atomicExtension = 'https://jsonapi.org/ext/atomic';
export const collectionMediaType = `${mediaType}; profile="${cursorPagination}"`;

/**
 * Throws 406 if the Accept header has no acceptable media type (JSON:API 1.1 "Server Responsibilities"; RFC
 * 9110 §12.5.1). A missing header, any type, `application/*` and `application/json` are acceptable.
 */
export function checkAccept(accept: string | undefined, extensions: readonly string[] = []): void {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === mediaType) return;
  const ranges = mediaRangesOf(accept);
  const ours = ranges.filter(({ type }) => type === mediaType);
  // JSON:API: if every JSON:API media type in Accept has unknown parameters, the server must return 406, even
  // if other types are acceptable.
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

/**
 * Returns the served media type that the client prefers (RFC 9110 §12.5.1). Throws 406 if the client accepts none.
 * A client that names none of the types after JSON:API gets JSON:API by the rules of `checkAccept`.
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
    detail: `Send "Accept: ${served.join('" or "')}", or no Accept header.`,
    source: { header: 'Accept' },
  });
}

/** Returns the weight of the most specific range that matches the type. */
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
 * Throws 415 unless the body has the media type of JSON:API or `application/json`, without unsupported
 * parameters. `extension` is an extension that the media type must declare.
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
        ? `Send "Content-Type: ${mediaType}" without parameters other than "profile". This path supports no extensions.`
        : `Send the body with "Content-Type: ${right}".`,
    source: { header: 'Content-Type' },
  });
}

/**
 * True for plain JSON from clients that do not know JSON:API. The server reads such a body as a JSON:API
 * document.
 */
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

/** Returns the space-separated URIs in the parameter `ext`. */
function extensionsOf({ parameters }: MediaRange): string[] {
  return parameters
    .filter(([name]) => name === 'ext')
    .flatMap(([, value]) => value.split(' ').filter((uri) => uri !== ''));
}

/** True if the range has only the parameter `profile`, supported extensions and, in Accept, a weight. */
function isUnderstood(range: MediaRange, extensions: readonly string[], weight?: 'q'): boolean {
  const known = ['profile', 'ext', weight];
  return (
    range.parameters.every(([name]) => known.includes(name)) &&
    extensionsOf(range).every((uri) => extensions.includes(uri))
  );
}

/** False if the weight is 0, which means "not acceptable" (RFC 9110 §12.4.2). */
function isWanted({ parameters }: MediaRange): boolean {
  return !parameters.some(([name, value]) => name === 'q' && Number(value) === 0);
}

/**
 * Maximum number of parsed media ranges. Clients send a few, and parsing thousands would cost more than the
 * response.
 */
const MAX_MEDIA_RANGES = 100;

/** Returns the first 100 media ranges of an Accept header. Further ranges are ignored. */
function mediaRangesOf(accept: string): MediaRange[] {
  return listElements(accept).slice(0, MAX_MEDIA_RANGES).map(parseMediaRange);
}
