import { validateSync } from 'class-validator';
import { checkNames, IsStringArray, Violations } from './index';

class Colours {
  @IsStringArray('colours such as "red"')
  colours: unknown;
}
const problems = (colours: unknown) =>
  validateSync(Object.assign(new Colours(), { colours })).flatMap(({ constraints }) =>
    Object.values(constraints ?? {}),
  );
const vocabulary = { what: 'colour', has: (name: string) => name === 'red', see: 'there is only red' };

describe('IsStringArray and checkNames', () => {
  it.each([[[]], [['red']], [Array(200).fill('red')]])('accept %j', (colours) => {
    expect(problems(colours)).toEqual([]);
  });

  it.each([['red'], [{ 0: 'red' }], [[1]], [null], [Array(201).fill('red')]])('reject %j', (colours) => {
    expect(problems(colours)).toEqual(['colours must be a list of at most 200 colours such as "red"']);
  });

  it('report each unknown name with a JSON pointer', () => {
    const violations = new Violations();
    checkNames(['red', 'blau', 'red', 'vert'], vocabulary, violations, '/data/attributes/colours');
    expect(violations.errors.map(({ message, source, meta }) => [message, source, meta])).toEqual([
      [
        '"blau" is not a known colour: there is only red.',
        { pointer: '/data/attributes/colours/1' },
        { attribute: 'colours' },
      ],
      [
        '"vert" is not a known colour: there is only red.',
        { pointer: '/data/attributes/colours/3' },
        { attribute: 'colours' },
      ],
    ]);
  });

  it('report no unknown names if the value is not a list of strings', () => {
    const violations = new Violations();
    for (const names of [undefined, 'blau', [1]]) checkNames(names, vocabulary, violations, '/x');
    expect(violations.errors).toEqual([]);
  });
});
