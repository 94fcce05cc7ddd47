import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv } from 'node:util';
import { Shop } from '@storewright/sdk';
import { table } from './table';

/** Steps of `storewright dev`, each with the output line that ends the step. */
const STEPS: readonly (readonly [name: string, line: RegExp])[] = [
  ['sign in', /^signed in/],
  ['create the files and register the app', /^registered the app/],
  ['install the packages (empty npm cache)', /^added \d+ packages/],
  ['compile and start the app', /^http:\/\/localhost:\d+$/],
  ['follow the events and install the app', /^ready after/],
  ['verify the webhook of a new event', /^verified meta\.created/],
];
const DEMO = '.storewright/demo.env';

/**
 * Measures `storewright dev` from an empty folder to a verified webhook. Requires the platform that `npm
 * start` runs in this folder. npm downloads packages from its registry.
 */
export async function measureDevelopment(): Promise<string> {
  if (!existsSync(DEMO)) return `development: not measured, because "npm start" does not run in this folder`;
  const demo = variablesIn(DEMO);
  const home = mkdtempSync(join(tmpdir(), 'bench-development-'));
  const folder = join(home, `bench-${process.pid}`);
  const env = { PATH: process.env['PATH'], HOME: home, npm_config_cache: join(home, 'npm') };
  const run = (...words: string[]) =>
    spawn(process.execPath, [resolve('dist/tools/cli/main.js'), ...words], { env });
  try {
    const dev = run('dev', folder, '--auth-url', demo['AUTH_URL']!, '--email', demo['OWNER_EMAIL']!);
    dev.stdin.end(`${demo['OWNER_PASSWORD']}\n`);
    const times = await timesOfSteps(dev, folder);
    await remove(folder, run);
    return table(['storewright dev', 'seconds', 'since the start'], rowsOf(times));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Returns the seconds from the start of `storewright dev` to the end of each step. Stops the command after
 * the last step.
 */
async function timesOfSteps(dev: ChildProcess, folder: string): Promise<number[]> {
  const startedAt = performance.now();
  const times: number[] = [];
  const lines: string[] = [];
  const onLine = (line: string) => {
    lines.push(line);
    if (!STEPS[times.length]?.[1].test(line)) return;
    times.push((performance.now() - startedAt) / 1000);
    if (line.startsWith('ready')) void createEvent(folder).catch((error: Error) => lines.push(error.message));
    if (times.length === STEPS.length) dev.kill('SIGINT');
  };
  for (const input of [dev.stdout!, dev.stderr!]) createInterface({ input }).on('line', onLine);
  await once(dev, 'exit');
  if (times.length < STEPS.length) throw new Error(`storewright dev ended early:\n${lines.join('\n')}`);
  return times;
}

async function createEvent(folder: string): Promise<void> {
  const { BASE_URL: baseUrl, ACCESS_TOKEN: token } = variablesIn(join(folder, '.storewright/dev.env'));
  const shop = new Shop({ baseUrl: baseUrl!, token: token! });
  await shop.meta.create({ resource_type: 'orders', resource_id: '1001', data: { colour: 'blue' } });
}

async function remove(folder: string, run: (...words: string[]) => ChildProcess): Promise<void> {
  const { APP_ID } = variablesIn(join(folder, '.env'));
  const { SHOP } = variablesIn(join(folder, '.storewright/dev.env'));
  for (const words of [
    ['apps', 'delete', APP_ID!, '--yes'],
    ['shops', 'remove', SHOP!],
  ])
    await once(run(...words), 'exit');
}

function rowsOf(times: readonly number[]): string[][] {
  return STEPS.map(([name], at) => {
    const [from, to] = [times[at - 1] ?? 0, times[at]!];
    return [name, (to - from).toFixed(1), to.toFixed(1)];
  });
}

const variablesIn = (file: string) => parseEnv(readFileSync(file, 'utf8'));
