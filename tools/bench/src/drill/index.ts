import { setTimeout as pause } from 'node:timers/promises';
import { anApp, anOAuthToken, type TestApp } from '@storewright/testing';
import { open, seal } from '@storewright/tokens';
import { Traffic } from '../faults/traffic';
import { type FaultPlatform, serviceNames } from '../faults/fault-platform';
import { formatSeconds } from '../numbers';
import { sealingKeys } from '../stage';
import { table, verdictCell } from '../table';
import { timed } from '../timed';
import { type Check, credentials, ledgerChecks, recoveryChecks, streams } from './checks';
import { keyChecks } from './keys';
import { drillOptions } from './options';
import { Servers } from './servers';

/**
 * State of the platform before the servers were lost, with which the drill compares the restored platform.
 */
export interface ExpectedState {
  app: TestApp;
  oauthToken: string;
  webhookSecrets: ReadonlyMap<string, string>;
  /** Last sequence number and epoch of each shop's event log at the restore point. */
  heads: ReadonlyMap<string, { last: number; epoch: number }>;
}

/**
 * Runs a restore drill on a separate platform. Backs up the servers while clients write, kills them, restores
 * them to a restore point, and prints the state of the restored platform. `--short` takes a few seconds and
 * checks only the auth API with wrong keys. `--citus FOLDER` uses a Citus cluster. Exits with code 1 if a
 * check failed.
 */
export async function runDrill(words: string[]): Promise<void> {
  const servers = await opened(words);
  const { platform } = servers;
  process.once('SIGINT', () => void servers.close().then(() => process.exit(1)));
  let checks: Check[] = [];
  try {
    checks = await drill(servers);
  } catch (error) {
    platform.printFailure(error);
    await servers.close();
    process.exit(1);
  }
  await servers.close();
  const cells = checks.map(({ what, seen, expected, ok }) => [what, seen, expected, verdictCell(ok)]);
  const code = checks.every(({ ok }) => ok) ? 0 : 1;
  process.stdout.write(`\n${table(['checked', 'seen', 'expected', 'verdict'], cells)}\n`, () =>
    process.exit(code),
  );
}

async function opened(words: string[]): Promise<Servers> {
  try {
    return await Servers.open(drillOptions(words.slice(1)));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

async function drill(servers: Servers): Promise<Check[]> {
  const { platform, all } = servers;
  const { short } = platform;
  const traffic = await Traffic.start(platform);
  const { app, oauthToken } = await anInstalledApp(platform);
  await traffic.everyClientServed();
  say('base backup while clients write …');
  const [bytes, backupMs] = await timed(() => backedUp(servers));
  await continueTraffic(traffic, short);
  const at = await traffic.atMoment(() => servers.nameMoment());
  const webhookSecrets = await secretsOf(platform);
  await continueTraffic(traffic, short);
  for (const { archive, postgres } of all) await archive.hasAllUntilNow(postgres);
  say(`SIGKILL of ${servers.isCluster ? 'all nodes' : 'Postgres'}, and what was on disk is lost …`);
  await Promise.all(all.map(({ postgres }) => postgres.kill()));
  await Promise.all([traffic.abandon(), ...[...platform.services.values()].map((service) => service.kill())]);
  say('restore …');
  const [, restoreMs] = await timed(() => servers.restore());
  const known: ExpectedState = { app, oauthToken, webhookSecrets, heads: await headsOf(platform) };
  const [, startMs] = await timed(() => Promise.all(serviceNames.map((name) => platform.restart(name))));
  return [
    {
      what: `base backup of ${servers.isCluster ? `${all.length} nodes that are` : 'a server that is'} written to`,
      seen: `${(bytes / 1e6).toFixed(0)} MB in ${formatSeconds(backupMs)}`,
      ...{ expected: 'done', ok: true },
    },
    {
      what: `restore to the moment, from ${all.reduce((sum, { archive }) => sum + archive.files, 0)} files of the log`,
      seen: `${formatSeconds(restoreMs)}, the services serve after ${formatSeconds(startMs)} more`,
      ...{ expected: 'done', ok: true },
    },
    ...(servers.isCluster ? await recoveryChecks(servers) : []),
    ...(await ledgerChecks(platform, traffic, at)),
    ...(await credentials(platform, known)),
    ...(await streams(platform, known)),
    ...(await keyChecks(platform)),
  ];
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Backs up the servers one after another. Returns the total number of bytes. */
async function backedUp({ all }: Servers): Promise<number> {
  let bytes = 0;
  for (const { archive, postgres } of all) bytes += await archive.takeBase(postgres);
  return bytes;
}

async function continueTraffic(traffic: Traffic, short: boolean): Promise<void> {
  await traffic.everyClientServed();
  if (!short) await pause(5_000);
}

async function anInstalledApp({
  postgres,
  shops,
}: FaultPlatform): Promise<Pick<ExpectedState, 'app' | 'oauthToken'>> {
  const app = await anApp(postgres, { requireProof: true });
  await postgres.query('UPDATE auth.app_secrets SET sealed = $2 WHERE app_id = $1', [
    app.id,
    seal(sealingKeys, app.secret),
  ]);
  return { app, oauthToken: await anOAuthToken(postgres, shops[0]!, app, ['meta.collection']) };
}

async function secretsOf({ postgres, shops }: FaultPlatform): Promise<Map<string, string>> {
  const rows = await postgres.query<{ shop_id: string; sealed: string }>(
    'SELECT i.shop_id, w.sealed FROM auth.webhook_secrets w JOIN auth.installations i USING ' +
      '(app_id) WHERE i.shop_id = ANY ($1)',
    [shops.map(({ id }) => id)],
  );
  return new Map(rows.map(({ shop_id, sealed }) => [shop_id, open(sealingKeys, sealed)]));
}

async function headsOf({ postgres }: FaultPlatform): Promise<Map<string, { last: number; epoch: number }>> {
  const rows = await postgres.query<{ shop_id: string; last: number; epoch: number }>(
    'SELECT shop_id, last_sequence::float8 AS last, epoch::float8 AS epoch FROM shop.event_streams',
  );
  return new Map(rows.map(({ shop_id, last, epoch }) => [shop_id, { last, epoch }]));
}
