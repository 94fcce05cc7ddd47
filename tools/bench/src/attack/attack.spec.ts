import { whenQuiet, type Watched } from './attack';
import { attacksNamed } from './attacks-named';

const seen = (p99: number, answering = p99): Watched => ({
  p99,
  late: 0,
  statuses: new Map([[200, 500]]),
  inside: { answering, late: 1, waited: 0 },
});

function looks(...times: Watched[]) {
  return { look: async () => times.shift()!, left: times };
}

const minute = 60_000;

it('takes no time of a service that has work left of the attack before for a quiet one', async () => {
  const { look, left } = looks(seen(51), seen(12), seen(4), seen(3));
  expect(await whenQuiet(look, minute, seen(3.5))).toMatchObject({ p99: 3.5 });
  expect(left).toHaveLength(1);
});

it('compares with the quietest time of all where the service does not become quiet in time', async () => {
  const quiet = await whenQuiet(looks(seen(51)).look, 0, seen(3.5, 1.5));
  expect(quiet).toMatchObject({ p99: 3.5, inside: { answering: 1.5 } });
});

it('compares with a quieter time than the first from when it is seen', async () => {
  expect(await whenQuiet(looks(seen(3, 1)).look, minute, seen(5, 2))).toMatchObject(seen(3, 1));
});

describe('npm run attack', () => {
  const known = ['bodies', 'locks', 'overload'];

  it('runs the attacks that the command line names, in that order', () => {
    expect(attacksNamed(['--attack', '--short', 'overload', 'bodies'], known)).toEqual([
      'overload',
      'bodies',
    ]);
  });

  it('runs every attack if the command line names none', () => {
    expect(attacksNamed(['--attack', '--short'], known)).toEqual(known);
  });

  it.each(['nope', '--nope'])('rejects %s and lists the names', (word) => {
    expect(() => attacksNamed(['--attack', word], known)).toThrow(
      `unknown: ${word}. Name any of bodies, locks, overload`,
    );
  });
});
