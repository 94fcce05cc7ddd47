import fc from 'fast-check';
import { ApiError, ApiErrors } from './api-error';
import { parseQueryString, writeQueryString } from './query-string';

const read = (text: string) => Object.fromEntries(parseQueryString(text));

function violations(text: string): ApiError[] {
  try {
    parseQueryString(text);
  } catch (error) {
    if (error instanceof ApiErrors) return [...error.errors];
    if (error instanceof ApiError) return [error];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('parseQueryString', () => {
  it('joins the values of a repeated include with commas', () => {
    expect([...parseQueryString('include=a&sort=id&include=&include=b,c')]).toEqual([
      ['include', 'a,b,c'],
      ['sort', 'id'],
    ]);
  });

  it('returns an empty map for a query string without parameters', () => {
    expect(read('')).toEqual({});
    expect(read('&')).toEqual({});
  });

  it('treats percent-encoded and plain square brackets alike (JSON:API appendix "Square Brackets")', () => {
    expect(read('page[size]=1')).toEqual(read('page%5Bsize%5D=1'));
    expect(read('page[size]=1')).toEqual(read('page%5bsize%5d=1'));
  });

  it('decodes + and %20 as spaces and %2B as a plus (JSON:API appendix "Parsing")', () => {
    expect(read('filter[a]=x+y%20z%2B')).toEqual({ 'filter[a]': 'x y z+' });
  });

  it('treats only the first = as a separator, and further ones as part of the value', () => {
    expect(read('filter[meta]={"a"="b"}&c')).toEqual({ 'filter[meta]': '{"a"="b"}', c: '' });
  });

  it('decodes raw UTF-8 bytes, as curl sends them', () => {
    // Node shows each byte as one character.
    const asNodeShowsIt = Buffer.from('filter[a]=é🦊').toString('latin1');
    expect(read(asNodeShowsIt)).toEqual({ 'filter[a]': 'é🦊' });
    expect(violations('a=\xe9')).toMatchObject([{ code: 'invalid_query_parameter' }]);
  });

  it('treats parameter names such as __proto__ as ordinary names', () => {
    const parameters = parseQueryString('__proto__=1&constructor=2&toString=3');
    expect([...parameters.keys()]).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it.each([
    ['a broken percent-encoding', 'a=%', 'a'],
    ['an encoding that ends too soon', 'a=%4', 'a'],
    ['hex digits that are none', 'a=%zz', 'a'],
    ['bytes that are not UTF-8', 'a=%ff', 'a'],
    ['an overlong encoding', 'a=%c0%af', 'a'],
    ['an encoded surrogate', 'a=%ed%a0%80', 'a'],
    ['a broken name', '%ff=1', '%ff'],
    ['a broken name without a value', '%ff', '%ff'],
    ['U+0000 in a value', 'a=%00', 'a'],
    ['U+0000 in a name', 'a%00=1', 'a\0'],
    ['a repeated parameter', 'a=1&b=2&a=1', 'a'],
    ['a parameter that is repeated with a different encoding', 'page[size]=1&page%5Bsize%5D=1', 'page[size]'],
  ])('rejects %s and names the parameter in the error', (_, text, parameter) => {
    expect(violations(text)).toMatchObject([
      { status: 400, code: 'invalid_query_parameter', source: { parameter } },
    ]);
  });

  it('reports all violations together', () => {
    expect(violations('a=%ff&b=1&b=2&c=%00').map(({ source }) => source)).toEqual([
      { parameter: 'a' },
      { parameter: 'b' },
      { parameter: 'c' },
    ]);
  });

  it('parses the output of writeQueryString to the same parameters', () => {
    const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0'));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(text, text), { selector: ([name]) => name }), (pairs) => {
        expect([...parseQueryString(writeQueryString(pairs).slice(1))]).toEqual(pairs);
      }),
    );
  });

  it('has the inverse writeQueryString, which returns only valid URI characters (RFC 3986)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(writeQueryString([[`filter[${text}]`, text]])).toMatch(/^\?[\w.!~*'()%=&-]*$/);
      }),
    );
    expect(writeQueryString([])).toBe('');
  });

  it('throws only API errors for any query string', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'%aF0c&=+[]\0é\xff;') }), (text) => {
        try {
          parseQueryString(text);
        } catch (error) {
          if (!(error instanceof ApiError || error instanceof ApiErrors)) throw error;
        }
      }),
    );
  });
});
