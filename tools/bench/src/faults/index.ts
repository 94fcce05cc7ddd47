import { loadavg } from 'node:os';
import { installationAt } from '../drill/options';
import { table, verdictCell } from '../table';
import { clocks } from './clocks';
import type { FaultRow } from './fault';
import { fullDisk } from './full-disk';
import { kills } from './kills';
import { migration } from './migration';
import { nodeClocks } from './node-clocks';
import { network } from './network';
import { rolling } from './rolling';
import { starts, stops } from './stops';
import { FaultPlatform } from './fault-platform';

/**
 * Faults that `--short` injects. The other faults take longer and run only if the command line names them.
 */
const shortFaults = ['network', 'kills', 'starts', 'migration'];

const faultsOf = (
  from?: string,
  installation?: string,
): Record<string, (platform: FaultPlatform) => Promise<FaultRow[]>> => ({
  network,
  kills,
  stops,
  starts,
  disk: fullDisk,
  clocks,
  migration,
  'node-clocks': nodeClocks(installation),
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
 * Injects faults into a separate platform while test clients read and write. Prints the observed results, the
 * expected results, and the state of the writes. `words` names faults, or all faults if empty. `--short`
 * shortens the faults and omits verdicts on times. `--from REF` sets the start version of a rolling update.
 * `--citus FOLDER` is a PostgreSQL installation with Citus. Exits with code 1 if a verdict failed.
 */
export async function runFaults(words: string[]): Promise<void> {
  const short = words.includes('--short');
  const after = (option: string) => words[words.indexOf(option) + 1];
  const faults = faultsOf(
    words.includes('--from') ? after('--from') : undefined,
    words.includes('--citus') ? installation(after('--citus')) : undefined,
  );
  const named = words.filter((word) => word in faults);
  const all = short ? shortFaults : Object.keys(faults);
  const platform = await FaultPlatform.open(short);
  process.once('SIGINT', () => void platform.close().then(() => process.exit(1)));
  const cells: string[][] = [];
  let isOk = true;
  try {
    for (const name of named.length > 0 ? named : all) {
      const load = loadavg()[0]!.toFixed(1);
      for (const { done, seen, expected, ledger = '', ok } of await faults[name]!(platform)) {
        cells.push([done, seen, expected, ledger, load, verdictCell(ok)]);
        isOk &&= ok !== false;
      }
    }
  } catch (error) {
    platform.printFailure(error);
    await platform.close();
    process.exit(1);
  }
  await platform.close();
  // Exits explicitly, because handles of killed processes could keep Node running.
  process.stdout.write(`\n${table(['done', 'seen', 'expected', 'ledger', 'load', 'verdict'], cells)}\n`, () =>
    process.exit(isOk ? 0 : 1),
  );
}
