import {
  credentialsOf,
  listElements,
  mediaTypeOf,
  parseMediaRange,
  splitOutsideQuotes,
  trimBlanks,
} from './header-syntax';

describe('trimBlanks', () => {
  it.each([
    [' \t identity\t ', 'identity'],
    ['\u00a0identity\u00a0', '\u00a0identity\u00a0'],
    [' \t ', ''],
  ])('removes only spaces and tabs: %j', (text, trimmed) => expect(trimBlanks(text)).toBe(trimmed));
});

describe('splitOutsideQuotes', () => {
  it.each([
    ['a;b', ['a', 'b']],
    ['a="x;y";b', ['a="x;y"', 'b']],
    ['a="x\\";y";b', ['a="x\\";y"', 'b']],
    ['a="x;y', ['a="x;y']],
    ['', ['']],
  ])('splits %j into the parts %j', (text, parts) => expect(splitOutsideQuotes(text, ';')).toEqual(parts));
});

describe('listElements', () => {
  it('returns only the elements that are not empty', () =>
    expect(listElements(' a ,, "b,c" ,')).toEqual(['a', '"b,c"']));
});

describe('parseMediaRange', () => {
  it('lowercases the type and parameter names, and reads quoted parameter values', () =>
    expect(parseMediaRange('Text/HTML ; Q=0.5;profile="a;\\"b\\""; flag;')).toEqual({
      type: 'text/html',
      parameters: [
        ['q', '0.5'],
        ['profile', 'a;"b"'],
        ['flag', ''],
      ],
    }));
});

describe('mediaTypeOf', () => {
  it.each([
    ['Image/PNG; charset=x', 'image/png'],
    [undefined, ''],
  ])('returns the media type of the Content-Type %j: %j', (field, type) =>
    expect(mediaTypeOf(field)).toBe(type),
  );
});

describe('credentialsOf', () => {
  it.each([
    ['bearer  token ', 'token'],
    ['Bearer token', 'token'],
    ['Bearer', undefined],
    ['Bearertoken', undefined],
    ['Basic token', undefined],
    [undefined, undefined],
  ])('returns the Bearer credentials in the Authorization header %j: %j', (field, credentials) =>
    expect(credentialsOf(field, 'Bearer')).toBe(credentials),
  );
});
