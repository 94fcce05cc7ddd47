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
  ])('accepts %j, alone or in an array', (condition) => {
    expect(parseMetaFilter(JSON.stringify(condition))).toEqual([condition]);
    expect(parseMetaFilter(JSON.stringify([condition, condition]))).toEqual([condition, condition]);
  });

  it('accepts numbers of any size that a double reproduces', () => {
    const values = parseMetaFilter('[{"key":"a","value":9007199254740992},{"key":"a","value":1e300}]');
    expect(values.map(({ value }) => value)).toEqual([2 ** 53, 1e300]);
  });

  it('accepts an empty array, which filters nothing', () => {
    expect(parseMetaFilter('[]')).toEqual([]);
  });

  it.each<[unknown, string]>([
    ['{key:1}', 'filter[meta]: this is no JSON'],
    ['', 'filter[meta]: this is no JSON'],
    ['"colour"', 'filter[meta] must be an object'],
    [null, 'filter[meta] must be an object'],
    [[[]], 'filter[meta][0] must be an object'],
    [{ value: 1 }, 'filter[meta].key is required'],
    [{ key: 1 }, 'filter[meta].key is required'],
    [{ key: 'a\0' }, 'filter[meta].key: a string cannot contain U+0000'],
    ['{"key":"\\ud800"}', 'filter[meta].key: a string cannot contain'],
    [
      [{ key: 'a' }, { key: 'a', operator: '~', value: 1 }],
      'filter[meta][1].operator must be one of >, <, >=, <=, =, !=',
    ],
    [{ key: 'a', operator: null, value: 1 }, 'filter[meta].operator must be one of'],
    [{ key: 'a', operator: '=' }, 'filter[meta].value is required with an operator'],
    [{ key: 'a', value: null }, 'filter[meta].value: it is a string or a number'],
    [{ key: 'a', value: [1] }, 'filter[meta].value: it is a string or a number'],
    ['{"key":"a","value":1e400}', 'filter[meta].value: beyond ±(2^53 − 1)'],
    ['{"key":"a","value":9007199254740993}', 'filter[meta].value: beyond ±(2^53 − 1)'],
    ['[{"key":"a"},{"key":"a","operator":"<","value":-9007199254740993.0}]', 'filter[meta][1].value: beyond'],
    [{ key: 'a', value: 'x\0' }, 'filter[meta].value: a string cannot contain U+0000'],
    [{ key: 'a', operator: '>', value: true }, 'filter[meta].value: a boolean has no order'],
    [{ key: 'a', values: 1 }, 'filter[meta] has the unknown member "values"'],
    [{ key: 'a', __proto__x: 1 }, 'filter[meta] has the unknown member "__proto__x"'],
    ['{"key":"a","__proto__":{"value":1}}', 'filter[meta] has the unknown member "__proto__"'],
    [Array.from({ length: 17 }, () => ({ key: 'a' })), 'filter[meta]: at most 16 query objects, not 17'],
  ])('rejects %j with a pointer', (filter, detail) => {
    expect(detailOf(filter)).toContain(detail);
  });

  it('reports every violation at once', () => {
    const detail = detailOf([{ key: 1 }, { key: 'a', operator: '<' }]);
    expect(detail).toContain('filter[meta][0].key is required');
    expect(detail).toContain('filter[meta][1].value is required');
  });
});
