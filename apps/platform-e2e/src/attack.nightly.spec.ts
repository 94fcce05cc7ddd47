import { expectVerdicts } from './platform/verdicts';

it('withstands connections that never read, half a body, floods, bodies of 100,000 members and guesses', () => {
  const names = ['stalled', 'unread', 'bodies', 'guesses', 'races', 'overload', 'refusals', 'neighbour'];
  return expectVerdicts('--attack', ...names);
});

it('withstands near misses of every parsed header, and requests that name the same rows in opposite orders', () =>
  expectVerdicts('--attack', 'headers', 'locks'));
