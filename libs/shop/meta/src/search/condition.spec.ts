import { MetaFilterError, parseMetaFilter } from './condition';

const detailOf = (filter: unknown) => {
  try {
    parseMetaFilter(typeof filter === 'string' ? filter : JSON.stringify(filter));
  } catch (error) {
    if (error instanceof MetaFilterError) return error.message;
    throw error;
  }
  return undefined;
};

describe('filter[meta]', () => {
  it.each<[unknown]>([
    [{ key: 'colour' }],
    [{ key: 'colour', value: 'red' }],
    [{ key: 'size', operator: '>=', value: 4.5 }],
    [{ key: 'sale', operator: '!=', value: true }],
    [{ key: '', value: '' }],
  ])('accepts the condition %j, alone or in an array', (condition) => {
    expect(parseMetaFilter(JSON.stringify(condition))).toEqual([condition]);
    expect(parseMetaFilter(JSON.stringify([condition, condition]))).toEqual([condition, condition]);
  });

  it('accepts numbers of any size that a double can represent', () => {
    const values = parseMetaFilter('[{"key":"a","value":9007199254740992},{"key":"a","value":1e300}]');
    expect(values.map(({ value }) => value)).toEqual([2 ** 53, 1e300]);
  });

  it('accepts an empty array, for which every object matches', () => {
    expect(parseMetaFilter('[]')).toEqual([]);
  });

  it.each<[unknown, string]>([
    ['{key:1}', 'filter[meta] must be JSON text'],
    ['', 'filter[meta] must be JSON text'],
    ['"colour"', 'filter[meta] must be an object'],
    [null, 'filter[meta] must be an object'],
    [[[]], 'filter[meta][0] must be an object'],
    [{ value: 1 }, 'filter[meta].key is required'],
    [{ key: 1 }, 'filter[meta].key is required'],
    [{ key: 'a\0' }, 'filter[meta].key cannot contain U+0000'],
    ['{"key":"\\ud800"}', 'filter[meta].key cannot contain'],
    [
      [{ key: 'a' }, { key: 'a', operator: '~', value: 1 }],
      'filter[meta][1].operator must be one of >, <, >=, <=, =, !=',
    ],
    [{ key: 'a', operator: null, value: 1 }, 'filter[meta].operator must be one of'],
    [{ key: 'a', operator: '=' }, 'filter[meta].value is required with an operator'],
    [{ key: 'a', value: null }, 'filter[meta].value must be a string or a number'],
    [{ key: 'a', value: [1] }, 'filter[meta].value must be a string or a number'],
    ['{"key":"a","value":1e400}', 'filter[meta].value must be within ±(2^53 − 1)'],
    ['{"key":"a","value":9007199254740993}', 'filter[meta].value must be within ±(2^53 − 1)'],
    [
      '[{"key":"a"},{"key":"a","operator":"<","value":-9007199254740993.0}]',
      'filter[meta][1].value must be within',
    ],
    [{ key: 'a', value: 'x\0' }, 'filter[meta].value cannot contain U+0000'],
    [{ key: 'a', operator: '>', value: true }, 'filter[meta].value is a boolean'],
    [{ key: 'a', values: 1 }, 'filter[meta] cannot have the member "values"'],
    [{ key: 'a', __proto__x: 1 }, 'filter[meta] cannot have the member "__proto__x"'],
    ['{"key":"a","__proto__":{"value":1}}', 'filter[meta] cannot have the member "__proto__"'],
    [
      Array.from({ length: 17 }, () => ({ key: 'a' })),
      'filter[meta] must have at most 16 conditions, not 17',
    ],
  ])('rejects the condition %j with a pointer', (filter, detail) => {
    expect(detailOf(filter)).toContain(detail);
  });

  it('reports every violation in the filter', () => {
    const detail = detailOf([{ key: 1 }, { key: 'a', operator: '<' }]);
    expect(detail).toContain('filter[meta][0].key is required');
    expect(detail).toContain('filter[meta][1].value is required');
  });
});
