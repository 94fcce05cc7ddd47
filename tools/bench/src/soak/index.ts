import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { table, verdictCell } from '../table';
import { drainBacklog, idleShops } from './cases';
import { type SoakOptions, soakOptions } from './options';
import { type Mark, pictureOf } from './picture';
import { openPlatform, openSoakStage, type SoakPlatform } from './platform';
import { costTable, drainVerdicts, panelsOf, steadyVerdicts, tableOfTables } from './report';
import { Samples } from './samples';
import { slopeOf } from './trend';
import { formatNumber, type Verdict } from './verdicts';

const SAMPLE_INTERVAL_MS = 5_000;
/** Load before the first sample, which fills caches, makes V8 optimize code, and grows heaps. */
const burst = { rate: 300, ms: 30_000 };

/**
 * Runs a soak test on a separate platform: a steady request mix, then a backlog of events, then many idle
 * shops. Prints verdicts and costs, and writes a chart. Exits with code 1 if a limit was exceeded.
 */
export async function runSoak(words: string[]): Promise<void> {
  let options: SoakOptions;
  try {
    options = soakOptions(words);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
  const stage = await openSoakStage();
  process.once('SIGINT', () => void stage.close().then(() => process.exit(1)));
  try {
    const verdicts = await soak(await openPlatform(stage, options), options);
    const rows = verdicts.map(({ what, seen, bar, ok }) => [what, seen, bar, verdictCell(ok)]);
    say(`${options.shops} shops, ${cpus().length} processors, Node ${process.version}\n`);
    say(table(['what', 'seen', 'bar', 'verdict'], rows));
    say(`Picture: ${options.picture}`);
    process.exitCode = verdicts.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    await stage.close();
  }
}

async function soak(platform: SoakPlatform, options: SoakOptions): Promise<Verdict[]> {
  const { mix } = platform;
  mix.start(Math.max(1, burst.rate / options.rate));
  await pause(burst.ms);
  await mix.stop();
  const samples = await samplesOf(platform);
  const verdicts = await steady(platform, samples, options);
  const marks: Mark[] = [];
  if (options.backlog > 0) {
    progress(`${formatNumber(options.backlog)} events at once …`);
    marks.push({ at: samples.seconds, name: 'backlog' });
    const since = samples.seconds;
    verdicts.push(...(await drainBacklog(platform, options.backlog)), ...drainVerdicts(samples, since));
  }
  await samples.stop();
  await mix.stop();
  mkdirSync(dirname(options.picture), { recursive: true });
  writeFileSync(options.picture, pictureOf(panelsOf(samples), marks));
  if (options.idleShops > 0) {
    progress(`${formatNumber(options.idleShops)} idle shops …`);
    verdicts.push(...(await idleShops(platform, options.idleShops)));
  }
  await samples.close();
  await mix.close();
  return verdicts;
}

function samplesOf({ stage, metricsUrls, mix }: SoakPlatform): Promise<Samples> {
  const answers = mix.watch();
  return Samples.open(stage.databaseUrl(), metricsUrls, () => {
    const { count, p99 } = answers();
    return { p99, 'requests a second': (count * 1_000) / SAMPLE_INTERVAL_MS };
  });
}

async function steady(
  platform: SoakPlatform,
  samples: Samples,
  { minutes }: SoakOptions,
): Promise<Verdict[]> {
  const { mix } = platform;
  progress(`a steady mix for ${formatNumber(minutes)} minutes …`);
  const answers = mix.watch();
  const heldBack = mix.counts.heldBack;
  const before = { cpu: platform.cpu(), at: samples.seconds };
  mix.start();
  samples.start(SAMPLE_INTERVAL_MS);
  await pause(minutes * 60_000);
  const { count: requests, failed } = answers();
  const cpu = Object.fromEntries(
    Object.entries(platform.cpu()).map(([name, ms]) => [name, ms - before.cpu[name]!]),
  );
  const seconds = samples.seconds - before.at;
  const deliveries = Math.round(slopeOf(samples.of('deliveries')) * seconds);
  say(costTable(cpu, { requests, deliveries, seconds }));
  say(tableOfTables(samples.tables));
  if (failed.length > 0) progress(failed.slice(0, 10).join('\n'));
  return steadyVerdicts(samples, {
    requests,
    failed: failed.length,
    heldBack: mix.counts.heldBack - heldBack,
  });
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const progress = (text: string) => process.stderr.write(`${text}\n`);
