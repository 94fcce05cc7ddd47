import { expectVerdicts } from './platform/verdicts';

const named = ['stalled', 'unread', 'bodies', 'guesses', 'races', 'overload', 'refusals', 'neighbour'];

it('npm run attack prints only the verdict ok for stalled clients, hostile bodies, guesses and floods', () =>
  expectVerdicts('--attack', ...named));

it('npm run attack prints only the verdict ok for all other attacks', () =>
  expectVerdicts('--attack', '--except', ...named));
