import { statementsIn } from './sql-statements';

describe('statementsIn', () => {
  it('splits an SQL text at semicolons and drops the comments before each statement', () =>
    expect(statementsIn('-- First; of two.\nSELECT 1;\n\nSELECT 2;\n-- The end.\n')).toEqual([
      'SELECT 1',
      'SELECT 2',
    ]));

  it('ignores semicolons in strings, names, function bodies and comments within a statement', () => {
    const body = `CREATE FUNCTION f() RETURNS void AS $$ BEGIN NULL; END $$ LANGUAGE plpgsql`;
    const tagged = `DO $do$ BEGIN PERFORM $$;$$; END $do$`;
    const text = `SELECT 'a;''b', "c;d" -- e;f\nFROM t`;
    expect(statementsIn([body, tagged, text].join(';\n'))).toEqual([body, tagged, text]);
  });
});
