import { ApiError, ApiErrors, readNew } from '@storewright/json-api';
import { accessTokens } from './access-token.resource';

const read = (attributes: object) =>
  readNew(accessTokens, Buffer.from(JSON.stringify({ data: { type: 'access_tokens', attributes } })));

/** Returns the pointers of validation errors. */
function violations(attributes: object): unknown[] {
  try {
    read(attributes);
    return [];
  } catch (error) {
    const errors = error instanceof ApiErrors ? error.errors : [error as ApiError];
    return errors.map(({ source }) => source);
  }
}

describe('CreateAccessToken', () => {
  it('requires only a name', () => {
    expect(read({ name: 'Nightly export' }).attributes).toEqual({ name: 'Nightly export' });
    expect(violations({})).toEqual([{ pointer: '/data/attributes' }]);
  });

  it.each([{ scopes: null }, { scopes: [] }, { scopes: ['meta.get'] }, { expires_at: null }])(
    'accepts the attributes %j',
    (given) => {
      expect(violations({ name: 'x', ...given })).toEqual([]);
    },
  );

  it.each([
    [{ name: 'Nightly\nexport' }, '/data/attributes/name'],
    [{ scopes: ['meta.get', 'meta.eat'] }, '/data/attributes/scopes/1'],
    [{ scopes: 'meta.get' }, '/data/attributes/scopes'],
    [{ expires_at: '2030-02-30T00:00:00Z' }, '/data/attributes/expires_at'],
    [{ token: 'swa_mine' }, '/data/attributes/token'],
  ])('rejects the attributes %j', (given, pointer) => {
    expect(violations({ name: 'x', ...given })).toEqual([{ pointer }]);
  });
});
