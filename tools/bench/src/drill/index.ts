import { anApp, anOAuthToken, type TestApp } from '@storewright/testing';
import { open, seal } from '@storewright/tokens';
import { seconds } from '../faults/fault';
import { Traffic } from '../faults/traffic';
import { pause, serviceNames, World } from '../faults/world';
import { sealingKeys } from '../stage';
import { table } from '../table';
import { timed } from '../timed';
import { Archive, moment } from './archive';
import { keyChecks } from './keys';
import { type Checked, credentials, ledgerChecks, streams } from './checks';

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
 * on it and prints what it is then. `--short`: a few seconds, and only the auth API with other keys. Ends with code 1 where something is not as it was.
 */
export async function runDrill(words: string[]): Promise<void> {
  const short = words.includes('--short');
  const archive = new Archive();
  const world = await World.open(short, { settings: archive.settings });
  process.once('SIGINT', () => void world.close().then(() => process.exit(1)));
  let checked: Checked[] = [];
  try {
    checked = await drill(world, archive);
  } catch (error) {
    for (const [name, { said }] of world.services) process.stderr.write(`${name}: ${said.slice(-2_000)}\n`);
    throw error;
  } finally {
    await world.close();
    archive.remove();
  }
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

async function drill(world: World, archive: Archive): Promise<Checked[]> {
  const { postgres, short } = world;
  const traffic = await Traffic.start(world);
  const { app, oauthToken } = await anInstalledApp(world);
  await traffic.goesOn();
  say('base backup while clients write …');
  const [bytes, backupMs] = await timed(() => archive.takeBase(postgres));
  await goOn(traffic, short);
  const at = await traffic.moment(() => postgres.query(`SELECT pg_create_restore_point('${moment}')`));
  const known: Known = { app, oauthToken, webhookSecrets: await secretsOf(world), heads: new Map() };
  await goOn(traffic, short);
  await archive.hasAllUntilNow(postgres);
  say('SIGKILL of Postgres, and its disk is lost …');
  await postgres.kill();
  await Promise.all([traffic.abandon(), ...[...world.services.values()].map((service) => service.kill())]);
  say('restore …');
  const [, restoreMs] = await timed(() => archive.restore(postgres));
  known.heads = await headsOf(world);
  const [, startMs] = await timed(() => Promise.all(serviceNames.map((name) => world.startAgain(name))));
  return [
    {
      what: 'base backup of a server that is written to',
      seen: `${(bytes / 1e6).toFixed(0)} MB in ${seconds(backupMs)}`,
      ...{ expected: 'done', ok: true },
    },
    {
      what: `restore to the moment, from ${archive.files} files of the log`,
      seen: `${seconds(restoreMs)}, the services serve after ${seconds(startMs)} more`,
      ...{ expected: 'done', ok: true },
    },
    ...(await ledgerChecks(world, traffic, at)),
    ...(await credentials(world, known)),
    ...(await streams(world, known)),
    ...(await keyChecks(world)),
  ];
}

const say = (line: string) => void process.stderr.write(`${line}\n`);

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
