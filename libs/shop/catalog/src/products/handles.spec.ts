import { handleOf } from './handles';

describe('the handle of a title', () => {
  it.each([
    ['Mug', 'mug'],
    ['Crème brûlée, 2 pieces', 'creme-brulee-2-pieces'],
    ['  --A  &  B--  ', 'a-b'],
    ['ﬁne ½ L', 'fine-1-2-l'],
    ['Ångström', 'angstrom'],
    ['ПРИВЕТ', 'product'],
    ['🦊', 'product'],
    ['', 'product'],
  ])('%j is %s', (title, handle) => expect(handleOf(title)).toBe(handle));

  it('is short enough for a number behind it, and does not end with a hyphen', () => {
    expect(handleOf('x'.repeat(255))).toHaveLength(240);
    expect(handleOf(`${'x'.repeat(239)} yy`)).toBe('x'.repeat(239));
  });
});
