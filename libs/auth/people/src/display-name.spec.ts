import { validateSync } from 'class-validator';
import { IsDisplayName } from './display-name';

class Named {
  @IsDisplayName()
  name: unknown;
}
const problems = (name: unknown) =>
  validateSync(Object.assign(new Named(), { name })).flatMap(({ constraints }) =>
    Object.keys(constraints ?? {}),
  );

describe('IsDisplayName', () => {
  it.each([
    'Labels',
    '<b>Labels</b> & "Co" </title><script>alert(1)</script>',
    'Zoë’s Läden №1',
    'متجر',
    'חנות',
    '店舗 🏷️',
    '👩‍🚀',
    ' a ',
    'x'.repeat(100),
  ])('accepts the name %j', (name) => {
    expect(problems(name)).toEqual([]);
  });

  it.each([
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['an escape', 'a\u001b[31mb'],
    ['a C1 control', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['a right-to-left override', 'Labels \u202egpj.exe'],
    ['a left-to-right embedding', '\u202aLabels'],
    ['an isolate that is not closed', '\u2067Labels'],
    ['only spaces', '   '],
    ['only zero-width characters', '\u200b\u200d\u2060'],
  ])('rejects a name with %s', (_, name) => {
    expect(problems(name)).toEqual(['isDisplayName']);
  });

  it.each(['', 'x'.repeat(101), 5, null, undefined])(
    'requires a string of 1 to 100 characters and rejects %j',
    (name) => {
      expect(problems(name)).toHaveLength(1);
    },
  );
});
