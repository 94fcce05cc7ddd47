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
  it('assigns errors to fields by pointer, by missing attribute and by a value inside', () => {
    expect(fieldErrors(refused, ({ detail, title }) => detail ?? title)).toEqual({
      name: ['name is too long'],
      scopes: ['Unknown scope'],
      url: ['Missing'],
    });
  });

  it('returns errors without a field of the form in otherErrors', () => {
    expect(otherErrors(refused, ['name', 'scopes']).map(({ title }) => title)).toEqual([
      'Missing',
      'Not now',
    ]);
  });

  it('returns no errors for other exceptions', () => {
    expect([fieldErrors(new Error('x')), otherErrors(undefined, [])]).toEqual([{}, []]);
  });
});
