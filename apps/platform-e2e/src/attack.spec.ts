import { expectVerdicts } from './platform/verdicts';

it('withstands connections that never read, half a body, floods, bodies of 100,000 members and guesses', () =>
  expectVerdicts('--attack'));
