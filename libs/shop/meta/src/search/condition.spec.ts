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
  ])('takes %j, alone or in an array', (condition) => {
    expect(parseMetaFilter(JSON.stringify(condition))).toEqual([condition]);
    expect(parseMetaFilter(JSON.stringify([condition, condition]))).toEqual([condition, condition]);
  });

  it('takes numbers that a double gives back, however large', () => {
    const values = parseMetaFilter('[{"key":"a","value":9007199254740992},{"key":"a","value":1e300}]');
    expect(values.map(({ value }) => value)).toEqual([2 ** 53, 1e300]);
  });

  it('takes no conditions: an empty array narrows nothing', () => {
    expect(parseMetaFilter('[]')).toEqual([]);
  });

  it.each<[unknown, string]>([
    ['{key:1}', 'filter[meta]: this is no JSON'],
    ['', 'filter[meta]: this is no JSON'],
    ['"colour"', 'filter[meta]: it is an object'],
    [null, 'filter[meta]: it is an object'],
    [[[]], 'filter[meta][0]: it is an object'],
    [{ value: 1 }, 'filter[meta].key: it is needed'],
    [{ key: 1 }, 'filter[meta].key: it is needed'],
    [{ key: 'a\0' }, 'filter[meta].key: a text cannot hold U+0000'],
    ['{"key":"\\ud800"}', 'filter[meta].key: a text cannot hold'],
    [
      [{ key: 'a' }, { key: 'a', operator: '~', value: 1 }],
      'filter[meta][1].operator: it is one of >, <, >=, <=, =, !=',
    ],
    [{ key: 'a', operator: null, value: 1 }, 'filter[meta].operator: it is one of'],
    [{ key: 'a', operator: '=' }, 'filter[meta].value: an operator needs a value'],
    [{ key: 'a', value: null }, 'filter[meta].value: it is a string or a number'],
    [{ key: 'a', value: [1] }, 'filter[meta].value: it is a string or a number'],
    ['{"key":"a","value":1e400}', 'filter[meta].value: beyond ±(2^53 − 1)'],
    ['{"key":"a","value":9007199254740993}', 'filter[meta].value: beyond ±(2^53 − 1)'],
    ['[{"key":"a"},{"key":"a","operator":"<","value":-9007199254740993.0}]', 'filter[meta][1].value: beyond'],
    [{ key: 'a', value: 'x\0' }, 'filter[meta].value: a text cannot hold U+0000'],
    [{ key: 'a', operator: '>', value: true }, 'filter[meta].value: a boolean has no order'],
    [{ key: 'a', values: 1 }, 'filter[meta]: the member "values" is unknown'],
    [{ key: 'a', __proto__x: 1 }, 'filter[meta]: the member "__proto__x" is unknown'],
    ['{"key":"a","__proto__":{"value":1}}', 'filter[meta]: the member "__proto__" is unknown'],
    [Array.from({ length: 17 }, () => ({ key: 'a' })), 'filter[meta]: at most 16 query objects, not 17'],
  ])('refuses %j and names the place', (filter, detail) => {
    expect(detailOf(filter)).toContain(detail);
  });

  it('names every violation at once', () => {
    const detail = detailOf([{ key: 1 }, { key: 'a', operator: '<' }]);
    expect(detail).toContain('filter[meta][0].key:');
    expect(detail).toContain('filter[meta][1].value:');
  });
});
