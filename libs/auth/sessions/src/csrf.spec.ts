import { mintToken } from '@storewright/tokens';
import { csrfToken } from './csrf';

describe('csrfToken', () => {
  it('is constant for a session, differs between sessions and does not reveal the session token', () => {
    const [mine, other] = [mintToken('session'), mintToken('session')];
    expect(csrfToken(mine)).toBe(csrfToken(mine));
    expect(csrfToken(mine)).not.toBe(csrfToken(other));
    expect(csrfToken(mine)).toHaveLength(43);
  });
});
