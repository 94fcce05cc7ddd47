import { fieldErrors, otherErrors, Problem } from './problem';

const refused = new Problem(422, [
  {
    code: 'invalid_attribute',
    title: 'Invalid',
    detail: 'name is too long',
    source: { pointer: '/data/attributes/name' },
  },
  { code: 'invalid_attribute', title: 'Unknown scope', source: { pointer: '/data/attributes/scopes/1' } },
  {
    code: 'invalid_attribute',
    title: 'Missing',
    source: { pointer: '/data/attributes' },
    meta: { attribute: 'url' },
  },
  { code: 'forbidden', title: 'Not now' },
]);

describe('fieldErrors and otherErrors', () => {
  it('assign errors to fields by pointer, by missing attribute, and by a nested value', () => {
    expect(fieldErrors(refused, ({ detail, title }) => detail ?? title)).toEqual({
      name: ['name is too long'],
      scopes: ['Unknown scope'],
      url: ['Missing'],
    });
  });

  it('assign an error without a matching form field to otherErrors', () => {
    expect(otherErrors(refused, ['name', 'scopes']).map(({ title }) => title)).toEqual([
      'Missing',
      'Not now',
    ]);
  });

  it('return no errors for exceptions that are not a Problem', () => {
    expect([fieldErrors(new Error('x')), otherErrors(undefined, [])]).toEqual([{}, []]);
  });
});
