import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { median } from './numbers';
import { table } from './table';

const TURNS = { full: 40, quick: 10 };

/**
 * Command lines of the `storewright` CLI that exit without a request, and an empty Node program for
 * comparison.
 */
const programs: Record<string, string[]> = {
  'an empty program': ['-e', '0'],
  'storewright --version': ['main.js', '--version'],
  'storewright --help': ['main.js', '--help'],
  'storewright meta get (refused)': ['main.js', 'meta', 'get'],
  'storewright listen (refused)': ['main.js', 'listen'],
};

/**
 * Measures the start time of the `storewright` CLI and of an empty Node program. Uses the minimum, because
 * background load on the machine only adds time.
 */
export async function measureStarts(folder: string, how: keyof typeof TURNS): Promise<string> {
  // Path of a module that makes each measured program report its own CPU time on exit.
  const meter = join(folder, 'meter.cjs');
  writeFileSync(
    meter,
    `process.on('exit', () => require('fs').writeSync(3, JSON.stringify(process.cpuUsage())));`,
  );
  const runs = new Map(Object.keys(programs).map((name) => [name, [] as Run[]]));
  for (let turn = 0; turn < TURNS[how]; turn += 1)
    for (const [name, samples] of runs) samples.push(await oneStart(['-r', meter, ...programs[name]!]));
  const least = (name: string, of: keyof Run) => Math.min(...runs.get(name)!.map((run) => run[of]));
  const [floor] = Object.keys(programs) as [string];
  const rows = [...runs].map(([name, samples]) => [
    name,
    least(name, 'cpu').toFixed(0),
    (least(name, 'cpu') - least(floor, 'cpu')).toFixed(0),
    least(name, 'wall').toFixed(0),
    median(samples.map(({ wall }) => wall)).toFixed(0),
  ]);
  const head = ['ms', 'processor', 'above empty', 'until it ended', 'median of that'];
  return table(head, rows);
}

interface Run {
  cpu: number;
  wall: number;
}

async function oneStart(words: string[]): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: resolve('dist/tools/cli'),
    // Sets a home folder without stored credentials.
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit').then(() => performance.now() - startedAt);
  const usage = JSON.parse(await text(child.stdio[3] as NodeJS.ReadableStream)) as NodeJS.CpuUsage;
  return { cpu: (usage.user + usage.system) / 1000, wall: await ended };
}
