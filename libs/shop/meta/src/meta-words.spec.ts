import { conditionsOfWords } from './meta-words';

const owner = '0197f2c0-0000-7000-8000-000000000001';

describe('conditionsOfWords', () => {
  it.each([
    ['colour', { key: 'colour' }],
    ['colour=', { key: 'colour' }],
    ['colour=blue', { key: 'colour', value: 'blue' }],
    ['formula=a=b', { key: 'formula', value: 'a=b' }],
    ['size=42', { key: 'size', value: 42 }],
    ['size="42"', { key: 'size', value: '42' }],
    ['gift=true', { key: 'gift', value: true }],
    ['gift=null', { key: 'gift', value: 'null' }],
    ['serial=12345678901234567891', { key: 'serial', value: '12345678901234567891' }],
    ['=blue', { key: '=blue' }],
  ])('converts the word %j to the condition %j', (word, condition) => {
    expect(conditionsOfWords([word])).toEqual({ conditions: [condition] });
  });

  it('converts a UUID to a condition on the id of the object to which the metadata is attached', () => {
    expect(conditionsOfWords(['colour', owner])).toEqual({
      resource_id: owner,
      conditions: [{ key: 'colour' }],
    });
  });
});
