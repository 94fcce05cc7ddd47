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

describe('the errors of an answer', () => {
  it('are found by the field they belong to, also where it is missing or where a value inside is meant', () => {
    expect(fieldErrors(refused)).toEqual({
      name: ['It is too long'],
      scopes: ['Unknown scope'],
      url: ['Missing'],
    });
  });

  it('of no field of the form are left for the form itself', () => {
    expect(otherErrors(refused, ['name', 'scopes']).map(({ title }) => title)).toEqual([
      'Missing',
      'Not now',
    ]);
  });

  it('are none where something else was thrown', () => {
    expect([fieldErrors(new Error('x')), otherErrors(undefined, [])]).toEqual([{}, []]);
  });
});
