import { mintToken } from '@storewright/tokens';
import { csrfToken } from './csrf';

describe('the CSRF token', () => {
  it('is the same for one session, another for another, and tells nothing of the session token', () => {
    const [mine, other] = [mintToken('session'), mintToken('session')];
    expect(csrfToken(mine)).toBe(csrfToken(mine));
    expect(csrfToken(mine)).not.toBe(csrfToken(other));
    expect(csrfToken(mine)).toHaveLength(43);
  });
});
