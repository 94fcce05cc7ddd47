import { expectVerdicts } from './platform/verdicts';

it('npm run faults finds no lost, duplicated or partial write while networks, services and Postgres fail', () =>
  expectVerdicts('--faults'));
