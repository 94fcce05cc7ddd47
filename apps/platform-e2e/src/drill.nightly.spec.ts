import { expectVerdicts } from './platform/verdicts';

it('npm run drill:restore restores a backup to a time between writes without a lost or duplicated write', () =>
  expectVerdicts('--drill'));
