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

describe('measureUntilQuiet', () => {
  it('repeats the measurement while the service still works on requests of an attack', async () => {
    const { measure, left } = measuring(measurement(51), measurement(12), measurement(4), measurement(3));
    expect(await measureUntilQuiet(measure, MINUTE_MS, measurement(3.5))).toMatchObject({ p99: 3.5 });
    expect(left).toHaveLength(1);
  });

  it('returns the quietest measurement if the service stays busy until the limit', async () => {
    const quiet = await measureUntilQuiet(measuring(measurement(51)).measure, 0, measurement(3.5, 1.5));
    expect(quiet).toMatchObject({ p99: 3.5, inside: { responseMs: 1.5 } });
  });

  it('returns a measurement that is quieter than all earlier measurements', async () => {
    const { measure } = measuring(measurement(3, 1));
    expect(await measureUntilQuiet(measure, MINUTE_MS, measurement(5, 2))).toMatchObject(measurement(3, 1));
  });
});

describe('selectedAttacks', () => {
  const known = ['bodies', 'locks', 'overload'];

  it('returns the named attacks in the order of the command line', () => {
    expect(selectedAttacks(['--attack', '--short', 'overload', 'bodies'], known)).toEqual([
      'overload',
      'bodies',
    ]);
  });

  it('returns every attack without names', () => {
    expect(selectedAttacks(['--attack', '--short'], known)).toEqual(known);
  });

  it('returns all other attacks after --except', () => {
    expect(selectedAttacks(['--attack', '--except', 'bodies'], known)).toEqual(['locks', 'overload']);
  });

  it.each(['nope', '--nope'])('rejects %s and lists the names', (word) => {
    expect(() => selectedAttacks(['--attack', word], known)).toThrow(
      `unknown: ${word}. Name any of bodies, locks, overload`,
    );
  });
});
