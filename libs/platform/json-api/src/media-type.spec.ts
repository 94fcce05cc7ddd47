import { ApiError } from './api-error';
import {
  checkAccept,
  checkContentType,
  collectionMediaType,
  cursorPagination,
  mediaType,
} from './media-type';

/** IDs refer to docs/json-api.md, "Content Negotiation". */
function refusalOf(check: () => void): ApiError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return error as ApiError;
  }
}
const unknownExtension = `${mediaType}; ext="https://example.test/ext/unknown"`;

describe('checkContentType', () => {
  it.each([
    ['the plain media type', mediaType],
    ['application/json', 'application/json'],
    ['application/json with its charset', 'Application/JSON; charset="UTF-8"'],
    ['different letter case (RFC 9110 §8.3.1, CN-17)', 'Application/VND.API+json'],
    ['an unknown profile (CN-07)', `${mediaType}; profile="https://example.test/unknown"`],
    ['several profiles', `${mediaType};profile="https://a.test https://b.test"`],
    ['an unquoted profile', `${mediaType};profile=https://a.test`],
    ['the profile of paginated collections', collectionMediaType],
    ['no extension', `${mediaType}; ext=""`],
    ['a semicolon within a quoted profile', `${mediaType}; profile="a;charset=utf-8"`],
    ['a trailing semicolon', `${mediaType};`],
  ])('accepts %s', (_, header) => {
    expect(refusalOf(() => checkContentType(header))).toBeUndefined();
  });

  it.each([
    ['a charset (CN-05)', `${mediaType}; charset=utf-8`],
    ['a charset after a profile', `${mediaType}; profile="a"; charset=utf-8`],
    ['a weight, which is valid only in Accept', `${mediaType}; q=1`],
    ['an extension that is not supported (CN-06)', unknownExtension],
    ['an unsupported extension before an empty ext parameter', `${unknownExtension}; ext=""`],
    ['an unquoted extension', `${mediaType};ext=https://example.test/ext`],
    ['application/json with charset latin1', 'application/json; charset=latin1'],
    ['application/json with an unsupported parameter', 'application/json; profile="a"'],
    ['a different JSON media type (CN-08)', 'application/ld+json'],
    ['text/plain', 'text/plain'],
    ['a media type with an additional letter', `${mediaType}x`],
    ['a missing header (CN-09)', undefined],
    ['an empty header', ''],
    ['a list of media types', `${mediaType}, ${mediaType}`],
    ['an unterminated quote', `${mediaType}; ext="a`],
  ])('rejects %s', (_, header) => {
    expect(refusalOf(() => checkContentType(header))).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      source: { header: 'Content-Type' },
    });
  });
});

describe('checkAccept', () => {
  it.each([
    ['a missing header (CN-16)', undefined],
    ['an empty header', ''],
    ['any media type (CN-16)', '*/*'],
    ['any application type (CN-16)', 'application/*'],
    ['application/json', 'application/json'],
    ['the Accept of axios', 'application/json, text/plain, */*'],
    ['the Accept of a browser (CN-16)', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['the plain media type', mediaType],
    ['application/json', 'application/json'],
    ['application/json with its charset', 'Application/JSON; charset="UTF-8"'],
    ['different letter case (CN-17)', 'APPLICATION/vnd.API+json'],
    ['a weight (CN-15)', `${mediaType};q=0.5`],
    ['an invalid and a valid instance (CN-11)', `${mediaType}; charset=utf-8, ${mediaType}`],
    [
      'an instance with an unsupported extension and a plain instance (CN-13)',
      `${unknownExtension}, ${mediaType}`,
    ],
    ['an unknown profile (CN-14)', `${mediaType};profile="https://example.test/unknown"`],
    ['the cursor pagination profile (CN-22)', `${mediaType};profile="${cursorPagination}"`],
    ['a comma within a quoted profile', `${mediaType};profile="a,b"`],
  ])('accepts %s', (_, header) => {
    expect(refusalOf(() => checkAccept(header))).toBeUndefined();
  });

  it.each([
    [
      'only instances with foreign parameters (CN-10)',
      `${mediaType}; charset=utf-8, ${mediaType}; version=1`,
    ],
    ['only instances with unsupported extensions (CN-12)', unknownExtension],
    ['only invalid instances, even with */* (CN-21)', `${mediaType}; charset=utf-8, */*`],
    ['only HTML (CN-18)', 'text/html'],
    ['the weight 0', `${mediaType};q=0`],
    ['the weight 0.000 (RFC 9110 §12.4.2)', `${mediaType};q=0.000`],
    ['all media types except JSON:API', `${mediaType};q=0, */*`],
    ['an extension after a quoted comma', `${mediaType};profile="a,b";ext="c"`],
  ])('rejects %s', (_, header) => {
    expect(refusalOf(() => checkAccept(header))).toMatchObject({
      status: 406,
      code: 'not_acceptable',
      source: { header: 'Accept' },
    });
  });

  it('parses an Accept header of 16,000 special characters quickly', () => {
    // CPU time, because elapsed time depends on the load of the machine.
    const before = process.cpuUsage();
    for (const part of ['"', ',', ';', '\\', '"\\', ' ', '=', 'a;b="', '/*,'])
      refusalOf(() => checkAccept(mediaType + part.repeat(16_000 / part.length)));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});

it('media types of responses have no charset, and those of collections declare their profile (CN-02, CN-04)', () => {
  expect(mediaType).toBe('application/vnd.api+json');
  expect(collectionMediaType).toBe(`application/vnd.api+json; profile="${cursorPagination}"`);
});
