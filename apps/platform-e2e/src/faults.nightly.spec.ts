import { expectVerdicts } from './platform/verdicts';

it('npm run faults finds no lost, duplicated or partial write after faults of network, services and Postgres', () =>
  expectVerdicts('--faults'));
