import { bind, numbered } from './compiled-statements';

describe('a compiled statement', () => {
  it('numbers its values by name, the shop first wherever it stands', () => {
    const text = 'SELECT 1 FROM t WHERE a = :a AND b > :b::uuid AND c = :a AND shop_id = :shop_id';
    const { text: made, parameters } = numbered('n', text);
    expect(made).toBe('SELECT 1 FROM t WHERE a = $2 AND b > $3::uuid AND c = $2 AND shop_id = $1');
    expect(parameters).toEqual(['shop_id', 'a', 'b']);
  });

  it('takes its values in that order', () => {
    const compiled = numbered('n', 'SELECT :b, :a');
    expect(bind(compiled, { a: 1, b: null })).toEqual({
      name: 'n',
      text: 'SELECT $1, $2',
      values: [null, 1],
    });
  });

  it('refuses to run with a value that is missing, so that no condition is dropped', () => {
    expect(() => bind(numbered('n', 'SELECT :a'), { a: undefined })).toThrow('n has no value for a');
  });
});
