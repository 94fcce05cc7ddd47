import { expectVerdicts } from './platform/verdicts';

it('npm run attack finds no verdict other than ok for stalled clients, hostile bodies, guesses and floods', () => {
  const names = ['stalled', 'unread', 'bodies', 'guesses', 'races', 'overload', 'refusals', 'neighbour'];
  return expectVerdicts('--attack', ...names);
});

it('npm run attack finds no verdict other than ok for malformed headers and conflicting locks', () =>
  expectVerdicts('--attack', 'headers', 'locks'));
