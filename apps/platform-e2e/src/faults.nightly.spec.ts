import { expectVerdicts } from './platform/verdicts';

it('loses, doubles and leaves half done no write while its database refuses, swallows and resets, while services and Postgres are killed, and while a migration waits', () =>
  expectVerdicts('--faults'));
