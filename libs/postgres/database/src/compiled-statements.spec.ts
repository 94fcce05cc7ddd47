import { bind, defineStatement, numbered } from './compiled-statements';

describe('compiled statements', () => {
  it('numbered() numbers SQL parameters by name and makes shop_id $1 in every position', () => {
    const text = 'SELECT 1 FROM t WHERE a = :a AND b > :b::uuid AND c = :a AND shop_id = :shop_id';
    const { text: made, parameters } = numbered('n', text);
    expect(made).toBe('SELECT 1 FROM t WHERE a = $2 AND b > $3::uuid AND c = $2 AND shop_id = $1');
    expect(parameters).toEqual(['shop_id', 'a', 'b']);
  });

  it('bind() orders values by the numbers of their SQL parameters', () => {
    const compiled = numbered('n', 'SELECT :b, :a');
    expect(bind(compiled, { a: 1, b: null })).toEqual({
      name: 'n',
      text: 'SELECT $1, $2',
      values: [null, 1],
    });
  });

  it('bind() uses the default values of a statement unless the caller passes values', () => {
    const compiled = { ...numbered('n', 'SELECT :a, :b'), constants: { a: 1, b: 2 } };
    expect(bind(compiled, { b: null })).toMatchObject({ values: [1, null] });
  });

  it('bind() throws if a value is undefined, because a dropped condition would select too many rows', () => {
    expect(() => bind(numbered('n', 'SELECT :a'), { a: undefined })).toThrow('n has no value for a');
  });

  it('defineStatement() throws if a second statement uses the same name', () => {
    const build = () => ({ getQuery: () => 'SELECT 1' });
    defineStatement('mine', build);
    expect(() => defineStatement('mine', build)).toThrow('two statements are called mine');
  });
});
