import { expectVerdicts } from './platform/verdicts';

it('npm run drill:restore restores a backup to a point in time without lost or duplicated writes', () =>
  expectVerdicts('--drill'));
