import { expectVerdicts } from './platform/verdicts';

it('is restored from a base backup and the archive of the log to a moment between writes: none is lost, doubled or half done, tokens, secrets and webhooks are as before, and a missing key is said', () =>
  expectVerdicts('--drill'));
