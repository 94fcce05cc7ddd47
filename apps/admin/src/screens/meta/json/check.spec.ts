import { checkData, firstError, lineAndColumn, placeOf } from './check';

const said = (text: string) =>
  checkData(text).findings.map(({ level, text: id, at }) => `${level} ${id} ${at}`);

describe('checkData', () => {
  it('accepts an object and rejects all other JSON values', () => {
    expect(checkData('{"a":1}').data).toEqual({ a: 1 });
    expect(said('[1]')).toEqual(['error meta.json.object 0']);
    expect(said('{"a":')).toEqual(['error meta.json.unclosedObject 0']);
  });

  it('reports invalid keys, and invalid numbers at any depth', () => {
    const text = '{"a":[{"b":12345678901234567890}],"c":0.10000000000000000001,"c":1}';
    expect(said(text)).toEqual([
      'error meta.json.integer 11',
      'warning meta.json.rounded 38',
      'warning meta.json.twice 61',
    ]);
    expect(firstError(checkData(text))?.at).toBe(11);
  });

  it('reports an unpaired surrogate, which UTF-8 cannot represent', () => {
    expect(said('{"a":"😀\ud83d"}')).toEqual(['error meta.json.malformed 8']);
  });

  it('accepts an object with a key named __proto__ and keeps the key', () => {
    expect(Object.keys(checkData('{"__proto__":1}').data!)).toEqual(['__proto__']);
  });
});

describe('placeOf', () => {
  const text = '{\n  "a/b": {"c~d": [1, 2]},\n  "a/b": {"c~d": [3, 4]}\n}';
  const place = (pointer: string) => {
    const at = placeOf({ code: 'x', title: 'x', source: { pointer } }, checkData(text).root!);
    const { line, column } = lineAndColumn(text, at);
    return `${line}:${column}`;
  };

  it('returns the position of the value at a JSON pointer, or the last position if a key occurs twice', () => {
    expect(place('/data/attributes/data/a~1b/c~0d/1')).toBe('3:22');
    expect(place('/data/attributes/data/a~1b')).toBe('3:3');
  });

  it('returns the nearest position in the text if the JSON pointer of an error matches no value', () => {
    expect(
      ['/data/attributes/data', '/data/attributes/data/other', '/data/attributes/data/a~1b/x/y'].map(place),
    ).toEqual(['1:1', '1:1', '3:3']);
  });
});
