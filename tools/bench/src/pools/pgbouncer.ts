import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '@storewright/testing';
import type { Stage } from '../stage';

export type Pooler = 'transaction' | 'transaction-prepared';

export interface PgBouncer {
  version: string;
  through(url: string): string;
  stop(): Promise<void>;
}

/** User id of `nobody`, because PgBouncer refuses to run as root. */
const NOBODY = 65_534;

/**
 * Starts PgBouncer with 20 connections to the Postgres server. Returns undefined if the installed version
 * does not support prepared statements.
 */
export async function startPgBouncer(
  program: string,
  stage: Stage,
  pooler: Pooler,
): Promise<PgBouncer | undefined> {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0]!;
  const [, minor] = /1\.(\d+)/.exec(version) ?? [];
  const keepsStatements = Number(minor) >= 21;
  if (pooler === 'transaction-prepared' && !keepsStatements) return undefined;
  const { hostname, port: serverPort, username, password } = new URL(stage.databaseUrl('shop'));
  const port = await freePort();
  const folder = join(stage.folder, `pgbouncer-${port}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`);
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
    ...{ auth_type: 'scram-sha-256', auth_file: join(folder, 'users') },
    ...{ pool_mode: 'transaction', default_pool_size: 20, max_client_conn: 1000 },
    ...(keepsStatements && { max_prepared_statements: pooler === 'transaction-prepared' ? 200 : 0 }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    ['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]', ...lines].join('\n'),
  );
  const own = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, ['-q', file], { stdio: 'ignore', ...own });
  await untilListening(port, child);
  return {
    version,
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} did not start`);
    await setTimeout(50);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => done(socket.destroy() !== undefined));
    socket.on('error', () => done(false));
  });
}
