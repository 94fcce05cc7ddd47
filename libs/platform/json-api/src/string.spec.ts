import { validateSync } from 'class-validator';
import { codePoints, isStorable, IsText } from './string';

class Note {
  @IsText(1, 3)
  title: unknown;
}
function brokenRules(title: unknown): string[] {
  return validateSync(Object.assign(new Note(), { title })).flatMap((error) =>
    Object.keys(error.constraints ?? {}),
  );
}

describe('IsText', () => {
  it('counts code points, not UTF-16 units', () => {
    expect(codePoints('🦊🦊🦊')).toBe(3);
    expect(brokenRules('🦊🦊🦊')).toEqual([]);
    expect(brokenRules('🦊🦊🦊🦊')).toEqual(['isLength']);
    expect(codePoints('e\u0301')).toBe(2);
  });

  it('accepts text whose length is within the bounds', () => {
    expect(brokenRules('')).toEqual(['isLength']);
    expect(brokenRules('a')).toEqual([]);
    expect(brokenRules('abc')).toEqual([]);
    expect(brokenRules('abcd')).toEqual(['isLength']);
  });

  it.each([[null], [undefined], [1], [true], [{}], [['a']], [{ length: 2 }]])(
    'rejects %p, which is not a string, with one error',
    (value) => {
      expect(brokenRules(value)).toEqual(['isString']);
    },
  );

  it('reports text that cannot be stored with a different error than text of the wrong length', () => {
    expect(brokenRules('a\0')).toEqual(['isStorable']);
    expect(brokenRules('\ud800')).toEqual(['isStorable']);
    expect(isStorable('\ud83e\udd8a')).toBe(true);
    expect(isStorable('\udd8a\ud83e')).toBe(false);
    const [error] = validateSync(Object.assign(new Note(), { title: '\0' }));
    expect(error?.contexts?.['isStorable']).toEqual({ code: 'invalid_text' });
  });
});
