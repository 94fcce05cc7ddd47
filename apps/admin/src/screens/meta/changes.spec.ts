import { changesOf, combined, type Data, type Mode } from './changes';
import { parseJsonText } from '../../parts/json/json-text';

const stored: Data = { colour: 'blue', priority: 7, courier: { name: 'Anna', zone: 1 } };
const kinds = (typed: Data, mode: Mode) => {
  const { changes, left } = changesOf(stored, typed, mode);
  return { changes: changes.map(({ key, kind }) => `${kind} ${key}`), left };
};

describe('changesOf', () => {
  it('in mode replace, removes keys that the text lacks and stores null values', () => {
    expect(kinds({ colour: 'red', priority: null, gift: true }, 'replace')).toEqual({
      changes: ['changed colour', 'changed priority', 'removed courier', 'added gift'],
      left: [],
    });
  });

  it('in mode merge, keeps keys that the text lacks and removes keys with the value null', () => {
    expect(kinds({ colour: null, gift: true, unknown: null }, 'merge')).toEqual({
      changes: ['removed colour', 'added gift'],
      left: ['priority', 'courier'],
    });
  });

  it('returns no changes if only the order of keys differs', () => {
    expect(kinds({ ...stored, courier: { zone: 1, name: 'Anna' } }, 'replace').changes).toEqual([]);
  });

  it('returns the change of a key named __proto__', () => {
    expect(kinds(JSON.parse('{"__proto__":1}') as Data, 'merge').changes).toEqual(['added __proto__']);
  });
});

describe('combined', () => {
  const theirs: Data = { colour: 'green', priority: 8, new: 1 };
  const combine = (text: string, mode: Mode) =>
    JSON.parse(
      combined(theirs, changesOf(stored, JSON.parse(text) as Data, mode), {
        text,
        root: parseJsonText(text),
      }),
    ) as Data;

  it('applies the user’s changes to newer metadata and keeps all other stored values', () => {
    expect(combine('{"colour":"blue","priority":9,"courier":{"name":"Anna","zone":1}}', 'replace')).toEqual({
      colour: 'green',
      priority: 9,
      new: 1,
    });
    expect(combine('{"colour":null,"gift":2}', 'merge')).toEqual({ priority: 8, new: 1, gift: 2 });
  });

  it('keeps the typed digits of numbers in metadata', () => {
    const text = '{"priority":9.50}';
    const mine = changesOf(stored, { priority: 9.5 }, 'merge');
    expect(combined({}, mine, { text, root: parseJsonText(text) })).toBe('{\n  "priority": 9.50\n}');
  });
});
