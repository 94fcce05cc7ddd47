import fc from 'fast-check';
import { elementsOf, memberOf } from './json-source';

it('memberOf and elementsOf return the source text of values unchanged', () => {
  const data =
    '{"10": 1.50, "2": 12345678901234567890, "a\\"}]": "[{,", "__proto__": [1, {"b": null}], "": {}}';
  const document = ` {"links": {"data": 0}, "data" : [{"attributes":{"n": 1,"data":${data}}}, [ ], "x,y" , 7] }`;
  const elements = elementsOf(memberOf(document, 'data')!);
  expect(elements.slice(1)).toEqual(['[ ]', '"x,y"', '7']);
  expect(memberOf(memberOf(elements[0]!, 'attributes')!, 'data')).toBe(data);
  expect(memberOf(data, 'a"}]')).toBe('"[{,"');
  expect(memberOf(data, 'b')).toBeUndefined();
  expect(elementsOf('[]')).toEqual([]);
  expect(memberOf('{}', 'x')).toBeUndefined();
});

it('memberOf and elementsOf split any JSON text into the same values as JSON.parse', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (array, object) => {
      for (const indent of [0, 2]) {
        const elements = elementsOf(JSON.stringify(array, null, indent));
        expect(elements.map((each) => JSON.parse(each) as unknown)).toEqual(
          JSON.parse(JSON.stringify(array)) as unknown,
        );
        const text = JSON.stringify(object, null, indent);
        for (const [name, value] of Object.entries(object))
          expect(JSON.parse(memberOf(text, name)!)).toEqual(JSON.parse(JSON.stringify(value)));
      }
    }),
  );
});
