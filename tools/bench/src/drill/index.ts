import { anApp, anOAuthToken, type TestApp } from '@storewright/testing';
import { open, seal } from '@storewright/tokens';
import { seconds } from '../faults/fault';
import { Traffic } from '../faults/traffic';
import { pause, serviceNames, type World } from '../faults/world';
import { sealingKeys } from '../stage';
import { table } from '../table';
import { timed } from '../timed';
import { type Checked, credentials, ledgerChecks, recoveryChecks, streams } from './checks';
import { keyChecks } from './keys';
import { drillOptions } from './options';
import { Servers } from './servers';

/** What a restore is held against: noted before the server was lost. */
export interface Known {
  app: TestApp;
  oauthToken: string;
  /** The secret that signs the webhooks of each shop's app. */
  webhookSecrets: ReadonlyMap<string, string>;
  /** Of each shop's log, at the moment. */
  heads: ReadonlyMap<string, { last: number; epoch: number }>;
}

/**
 * Takes a base backup of a platform of its own while clients write, goes on, kills the server, restores it to a moment in between from the archive of its log, starts the services
 * on it and prints what it is then. `--short`: a few seconds, and only the auth API with other keys. `--citus`: of each node of a cluster. Ends with code 1 where something is not
 * as it was.
 */
export async function runDrill(words: string[]): Promise<void> {
  const servers = await opened(words);
  const { world } = servers;
  process.once('SIGINT', () => void servers.close().then(() => process.exit(1)));
  let checked: Checked[] = [];
  try {
    checked = await drill(servers);
  } catch (error) {
    world.printFailure(error);
    await servers.close();
    process.exit(1);
  }
  await servers.close();
  const cells = checked.map(({ what, seen, expected, ok }) => [
    what,
    seen,
    expected,
    ok ? 'ok' : 'NOT AS EXPECTED',
  ]);
  const code = checked.every(({ ok }) => ok) ? 0 : 1;
  process.stdout.write(`\n${table(['checked', 'seen', 'expected', 'verdict'], cells)}\n`, () =>
    process.exit(code),
  );
}

/** What it can't begin without is one line. */
async function opened(words: string[]): Promise<Servers> {
  try {
    return await Servers.open(drillOptions(words.slice(1)));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

async function drill(servers: Servers): Promise<Checked[]> {
  const { world, all } = servers;
  const { short } = world;
  const traffic = await Traffic.start(world);
  const { app, oauthToken } = await anInstalledApp(world);
  await traffic.goesOn();
  say('base backup while clients write …');
  const [bytes, backupMs] = await timed(() => backedUp(servers));
  await goOn(traffic, short);
  const at = await traffic.moment(() => servers.nameMoment());
  const known: Known = { app, oauthToken, webhookSecrets: await secretsOf(world), heads: new Map() };
  await goOn(traffic, short);
  for (const { archive, postgres } of all) await archive.hasAllUntilNow(postgres);
  say(`SIGKILL of ${servers.isCluster ? 'all nodes' : 'Postgres'}, and what was on disk is lost …`);
  await Promise.all(all.map(({ postgres }) => postgres.kill()));
  await Promise.all([traffic.abandon(), ...[...world.services.values()].map((service) => service.kill())]);
  say('restore …');
  const [, restoreMs] = await timed(() => servers.restore());
  known.heads = await headsOf(world);
  const [, startMs] = await timed(() => Promise.all(serviceNames.map((name) => world.startAgain(name))));
  return [
    {
      what: `base backup of ${servers.isCluster ? `${all.length} nodes that are` : 'a server that is'} written to`,
      seen: `${(bytes / 1e6).toFixed(0)} MB in ${seconds(backupMs)}`,
      ...{ expected: 'done', ok: true },
    },
    {
      what: `restore to the moment, from ${all.reduce((sum, { archive }) => sum + archive.files, 0)} files of the log`,
      seen: `${seconds(restoreMs)}, the services serve after ${seconds(startMs)} more`,
      ...{ expected: 'done', ok: true },
    },
    ...(servers.isCluster ? await recoveryChecks(servers) : []),
    ...(await ledgerChecks(world, traffic, at)),
    ...(await credentials(world, known)),
    ...(await streams(world, known)),
    ...(await keyChecks(world)),
  ];
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** One after another; the bytes of all. */
async function backedUp({ all }: Servers): Promise<number> {
  let bytes = 0;
  for (const { archive, postgres } of all) bytes += await archive.takeBase(postgres);
  return bytes;
}

async function goOn(traffic: Traffic, short: boolean): Promise<void> {
  await traffic.goesOn();
  if (!short) await pause(5_000);
}

/** An app that needs its secret with each request. */
async function anInstalledApp({ postgres, shops }: World): Promise<Pick<Known, 'app' | 'oauthToken'>> {
  const app = await anApp(postgres, { requireProof: true });
  await postgres.query('UPDATE auth.app_secrets SET sealed = $2 WHERE app_id = $1', [
    app.id,
    seal(sealingKeys, app.secret),
  ]);
  return { app, oauthToken: await anOAuthToken(postgres, shops[0]!, app, ['meta.collection']) };
}

async function secretsOf({ postgres, shops }: World): Promise<Map<string, string>> {
  const rows = await postgres.query<{ shop_id: string; sealed: string }>(
    'SELECT i.shop_id, w.sealed FROM auth.webhook_secrets w JOIN auth.installations i USING (app_id) WHERE i.shop_id = ANY ($1)',
    [shops.map(({ id }) => id)],
  );
  return new Map(rows.map(({ shop_id, sealed }) => [shop_id, open(sealingKeys, sealed)]));
}

async function headsOf({ postgres }: World): Promise<Map<string, { last: number; epoch: number }>> {
  const rows = await postgres.query<{ shop_id: string; last: number; epoch: number }>(
    'SELECT shop_id, last_sequence::float8 AS last, epoch::float8 AS epoch FROM shop.event_streams',
  );
  return new Map(rows.map(({ shop_id, last, epoch }) => [shop_id, { last, epoch }]));
}
