import fc from 'fast-check';
import { compact, lineOf, pretty, textOf } from './format';

describe('pretty', () => {
  it('formats JSON without changing digits and escape sequences', () => {
    const text = '{"a":1.10,"b":[1e2,-0.0],"c":"\\u00e9\\/","d":{},"e":[],"f":{"g":null}}';
    expect(pretty(text)).toBe(
      '{\n  "a": 1.10,\n  "b": [1e2, -0.0],\n  "c": "\\u00e9\\/",\n  "d": {},\n  "e": [],\n  "f": {\n ' +
        '   "g": null\n  }\n}',
    );
    expect(compact(pretty(text))).toBe(text);
  });

  it('breaks arrays that are long or that contain arrays or objects into several lines', () => {
    expect(pretty('[[1],[2]]')).toBe('[\n  [1],\n  [2]\n]');
    expect(pretty(JSON.stringify(Array.from({ length: 40 }, (_, at) => at)))).toContain('[\n  0,\n  1,');
  });

  it('returns JSON text with the same parsed value', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = JSON.stringify(JSON.parse(json));
        expect(JSON.parse(pretty(text))).toEqual(JSON.parse(text));
        expect(compact(pretty(text))).toBe(text);
        expect(JSON.parse(textOf(JSON.parse(json)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('formats values from the API as JSON text that the API accepts', () => {
    expect(lineOf({ big: 1e20, text: '100000000000000000000', deep: [{ n: -2e30 }] })).toBe(
      '{"big":1e+20,"text":"100000000000000000000","deep":[{"n":-2e+30}]}',
    );
  });
});
