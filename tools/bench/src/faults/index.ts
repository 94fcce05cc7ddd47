import { loadavg } from 'node:os';
import { installationAt } from '../drill/options';
import { table } from '../table';
import { clocks } from './clocks';
import type { Row } from './fault';
import { fullDisk } from './full-disk';
import { kills } from './kills';
import { migration } from './migration';
import { nodeClocks } from './node-clocks';
import { network } from './network';
import { rolling } from './rolling';
import { starts, stops } from './stops';
import { World } from './world';

/** What takes longer is only done where it is named. */
const inShort = ['network', 'kills', 'starts', 'migration'];

const faultsOf = (
  from?: string,
  installation?: string,
): Record<string, (world: World) => Promise<Row[]>> => ({
  network,
  kills,
  stops,
  starts,
  disk: fullDisk,
  clocks,
  migration,
  // A platform of its own, on a cluster.
  'node-clocks': nodeClocks(installation),
  // A platform of its own, which begins as the version before.
  rolling: rolling(from),
});

function installation(folder?: string): string {
  try {
    return installationAt(folder);
  } catch (error) {
    process.stderr.write((error as Error).message);
    process.exit(1);
  }
}

/**
 * Does to a platform of its own what happens in a bad week, while clients of several shops read and write, and prints what was seen and expected, and what
 * became of the writes. `--short`: a little of each, and no verdict on times, which a busy machine decides. Other words: the faults by name; none for all.
 * `--from REF`: what git calls the version that a rolling update begins with. `--citus FOLDER`: the programs of a PostgreSQL with Citus, for faults of a cluster. Ends with code 1 where something was not as expected.
 */
export async function runFaults(words: string[]): Promise<void> {
  const short = words.includes('--short');
  const after = (option: string) => words[words.indexOf(option) + 1];
  const faults = faultsOf(
    words.includes('--from') ? after('--from') : undefined,
    words.includes('--citus') ? installation(after('--citus')) : undefined,
  );
  const named = words.filter((word) => word in faults);
  const all = short ? inShort : Object.keys(faults);
  const world = await World.open(short);
  process.once('SIGINT', () => void world.close().then(() => process.exit(1)));
  const rows: Row[] = [];
  try {
    for (const name of named.length > 0 ? named : all) {
      const load = loadavg()[0]!.toFixed(1);
      rows.push(...(await faults[name]!(world)).map((each) => ({ ...each, load })));
    }
  } catch (error) {
    world.printFailure(error);
    await world.close();
    process.exit(1);
  }
  await world.close();
  const cells = rows.map(({ done, seen, expected, ledger, load, ok }) => [
    ...[done, seen, expected, ledger ?? '', load ?? ''],
    ok === 'not run' ? ok : ok ? 'ok' : 'NOT AS EXPECTED',
  ]);
  const code = rows.every(({ ok }) => ok) ? 0 : 1;
  // Node's own end may wait for ever for what was left of processes that were killed.
  process.stdout.write(`\n${table(['done', 'seen', 'expected', 'ledger', 'load', 'verdict'], cells)}\n`, () =>
    process.exit(code),
  );
}
