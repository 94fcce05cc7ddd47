import { TOTP } from 'otpauth';
import { stepOf } from './one-time-codes';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codeOf = (step: number) => new TOTP({ secret }).generate({ timestamp: step * 30_000 });

describe('stepOf', () => {
  it.each([
    ['begins', 0],
    ['ends', 29.999],
  ])(
    'accepts the codes of the previous, current and next time step when the current step %s (RFC 6238 section 5.2)',
    (_, second) => {
      const current = 60_000_000;
      const now = current * 30 + second;
      const steps = [-2, -1, 0, 1, 2].map((each) => stepOf(secret, codeOf(current + each), now));
      expect(steps).toEqual([undefined, current - 1, current, current + 1, undefined]);
    },
  );
});
