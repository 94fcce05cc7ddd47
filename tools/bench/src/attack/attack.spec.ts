import { measureUntilQuiet, type NeighbourMeasurement } from './attack';
import { selectedAttacks } from './selected-attacks';

const measurement = (p99: number, responseMs = p99): NeighbourMeasurement => ({
  p99,
  clientDelayMs: 0,
  statuses: new Map([['200', 500]]),
  inside: { responseMs, loopDelayMs: 1, cpuWaitShare: 0 },
});

function measuring(...left: NeighbourMeasurement[]) {
  return { measure: async () => left.shift()!, left };
}

const MINUTE_MS = 60_000;

describe('measureUntilQuiet()', () => {
  it('repeats the measurement while the service still handles requests from an attack', async () => {
    const { measure, left } = measuring(measurement(51), measurement(12), measurement(4), measurement(3));
    expect(await measureUntilQuiet(measure, MINUTE_MS, measurement(3.5))).toMatchObject({ p99: 3.5 });
    expect(left).toHaveLength(1);
  });

  it('returns the fastest earlier measurement if the service stays busy until the time limit', async () => {
    const quiet = await measureUntilQuiet(measuring(measurement(51)).measure, 0, measurement(3.5, 1.5));
    expect(quiet).toMatchObject({ p99: 3.5, inside: { responseMs: 1.5 } });
  });

  it('returns the new measurement if it is faster than all earlier measurements', async () => {
    const { measure } = measuring(measurement(3, 1));
    expect(await measureUntilQuiet(measure, MINUTE_MS, measurement(5, 2))).toMatchObject(measurement(3, 1));
  });
});

describe('selectedAttacks()', () => {
  const known = ['bodies', 'locks', 'overload'];

  it('returns the named attacks in the order of the command line', () => {
    expect(selectedAttacks(['--attack', '--short', 'overload', 'bodies'], known)).toEqual([
      'overload',
      'bodies',
    ]);
  });

  it('returns every attack if no attack is named', () => {
    expect(selectedAttacks(['--attack', '--short'], known)).toEqual(known);
  });

  it('returns the attacks that are not named after --except', () => {
    expect(selectedAttacks(['--attack', '--except', 'bodies'], known)).toEqual(['locks', 'overload']);
  });

  it.each(['nope', '--nope'])('rejects %s and lists the names of all attacks', (word) => {
    expect(() => selectedAttacks(['--attack', word], known)).toThrow(
      `unknown: ${word}. Name any of bodies, locks, overload`,
    );
  });
});
