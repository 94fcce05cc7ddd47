import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type PostgresOptions, type PostgresServer } from './index';
import { locatePackage } from './binaries';
import { isRoot, mayEnter } from './server-user';

const repository = resolve(__dirname, '../../../..');
const nobody = { uid: 65534, gid: 65534 };
const nobodyCanRunUs = isRoot() && mayEnter(nobody, repository);

describe('startPostgres', () => {
  /** Folder with a database and the launcher, which the tests copy or run. */
  let prepared: string;
  let root: string;
  let dataDirectory: string;
  const servers: PostgresServer[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    prepared = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-prepared-'));
    chmodSync(prepared, 0o755);
    const server = await startPostgres({ dataDirectory: join(prepared, 'data'), durable: false });
    await server.stop();
    const rolldown = join(repository, 'node_modules/rolldown/bin/cli.mjs');
    const form = ['--format', 'cjs', '--platform', 'node', '--external', 'pg'];
    const words = [rolldown, join(__dirname, 'index.ts'), ...form, '-o', join(prepared, 'launcher.cjs')];
    execFileSync(process.execPath, words, { stdio: 'pipe' });
  });
  afterAll(() => rmSync(prepared, { recursive: true, force: true }));

  beforeEach(() => {
    root = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-launcher-'));
    chmodSync(root, 0o755);
    dataDirectory = join(root, 'data');
  });

  afterEach(async () => {
    for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    rmSync(root, { recursive: true, force: true });
  });

  async function start(options: Partial<PostgresOptions> = {}) {
    const server = await startPostgres({ dataDirectory, durable: false, ...options });
    servers.push(server);
    return server;
  }

  /** Copies a database into the data folder, which takes a tenth of the time of creating one. */
  function copyDatabase(): void {
    execFileSync('cp', ['-a', join(prepared, 'data'), dataDirectory]);
  }

  /** Starts Postgres from a separate process, which prints the server as JSON and keeps running. */
  async function startInChild(user?: { uid: number; gid: number }) {
    const launcher = join(prepared, 'launcher.cjs');
    const program = `require(process.argv[1]).startPostgres({ dataDirectory: process.argv[2], durable: false }).then(
      (server) => {
        console.log(JSON.stringify({ ...server, url: server.url() }));
        process.stdin.resume().on('end', () => server.stop());
      },
      (error) => console.log(JSON.stringify({ error: error.message })))`;
    const child = spawn(process.execPath, ['-e', program, launcher, dataDirectory], {
      ...user,
      cwd: root,
      env: { PATH: process.env.PATH, NODE_PATH: join(repository, 'node_modules') },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return { child, ...(JSON.parse(line) as { pid: number; url: string; error?: string }) };
  }

  it('keeps data and password across a restart, and rejects a wrong password', async () => {
    const first = await start();
    await query(first.url(), 'create table orders as select 7 as total');
    await Promise.all([first.stop(), first.stop()]);

    const second = await start();
    expect(await query(second.url(), 'select total from orders')).toEqual([{ total: 7 }]);
    expect(second.password).toBe(first.password);
    const wrong = second.url().replace(second.password, 'guess');
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(statSync(join(dataDirectory, '18.superuser.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(second.log, 'utf8')).not.toContain(second.password);
  });

  it('starts PostgreSQL 18 on 127.0.0.1 only, with UTF-8 and Unicode case folding', async () => {
    copyDatabase();
    const server = await start({ settings: { max_connections: '7' } });
    const [row] = await query(
      server.url(),
      `select current_setting('server_version_num')::int / 10000 as major,
        current_setting('server_encoding') as encoding, lower('É') as folded,
        current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as sockets,
        current_setting('max_connections') as connections`,
    );
    expect(row).toEqual({
      major: 18,
      encoding: 'UTF8',
      folded: 'é',
      addresses: '127.0.0.1',
      sockets: '',
      connections: '7',
    });
  });

  it('calls onExit when the server exits, and stop() then returns immediately', async () => {
    copyDatabase();
    const server = await start();
    const ended = new Promise((tell) => server.onExit(tell));
    process.kill(server.pid, 'SIGINT');
    expect(await ended).toBe(0);
    await server.stop();
  });

  it('rejects a data folder that a running server uses, and names the process id of the server', async () => {
    copyDatabase();
    const server = await start();
    await expect(start()).rejects.toThrow(
      `PostgreSQL is already running on ${dataDirectory}/18, pid ${server.pid}: stop it first`,
    );
    expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('rejects a port that is in use before it creates a database', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ port })).rejects.toThrow(`port ${port} of 127.0.0.1 is in use by another program`);
    expect(existsSync(join(dataDirectory, '18'))).toBe(false);
    other.close();
  });

  it('keeps all committed data after a SIGKILL of the server during a transaction', async () => {
    copyDatabase();
    const killed = await start({ durable: true });
    await query(killed.url(), 'create table orders (total int)');
    await query(killed.url(), 'insert into orders values (1)');
    const open = await connect(killed.url());
    await open.query('begin');
    await open.query('insert into orders values (2)');
    // A server process in the middle of a computation outlives the main process and holds its shared memory.
    const orphan = open.query('select count(sha256(i::text::bytea)) from generate_series(1, 3000000) i');
    // On a busy machine, the process still exists for a while after the signal was sent.
    const dead = new Promise<unknown>((done) => killed.onExit(done));
    process.kill(killed.pid, 'SIGKILL');
    await dead;

    const next = await start();
    expect(await query(next.url(), 'select total from orders')).toEqual([{ total: 1 }]);
    await Promise.allSettled([orphan]);
  });

  it.each([
    ['of a process that has exited', () => String(deadPid())],
    ['with the process id of a different program', () => String(process.pid)],
    ['that is empty', () => ''],
  ])('starts with a lock file %s', async (_case, pid) => {
    copyDatabase();
    writeFileSync(
      join(dataDirectory, '18/postmaster.pid'),
      pid() && `${pid()}\n${dataDirectory}/18\n1700000000\n5432\n\n\n`,
    );
    const server = await start();
    expect(await query(server.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('removes a partial database that a killed process left behind', async () => {
    const half = join(dataDirectory, `18.initdb-${deadPid()}`);
    mkdirSync(join(half, 'data/base'), { recursive: true });
    await start();
    expect(readdirSync(dataDirectory).sort()).toEqual(['18', '18.log', '18.superuser.json']);
  });

  it('rejects a broken data folder without changing it', async () => {
    mkdirSync(join(dataDirectory, '18/base'), { recursive: true });
    await expect(start()).rejects.toThrow(
      `the data folder ${dataDirectory}/18 is broken (no readable PG_VERSION)`,
    );
    expect(readdirSync(join(dataDirectory, '18'))).toEqual(['base']);
  });

  it("rejects with a single line that contains the server's reason if the server cannot start", async () => {
    copyDatabase();
    truncateSync(join(dataDirectory, '18/global/pg_control'), 0);
    const failure = await start().catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'PostgresStartError' });
    expect((failure as Error).message).toMatch(
      /^PostgreSQL exited during startup: .*could not read file "global\/pg_control".* \(log: .*18\.log\)$/,
    );
  });

  it('rejects data of a different major version of PostgreSQL instead of creating an empty database', async () => {
    mkdirSync(join(dataDirectory, '17'), { recursive: true });
    writeFileSync(join(dataDirectory, '17/PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow('was created by PostgreSQL 17, but this is PostgreSQL 18');
  });

  it('rejects data if the password file is missing or contains a wrong password', async () => {
    copyDatabase();
    const file = join(dataDirectory, '18.superuser.json');
    writeFileSync(file, JSON.stringify({ user: 'postgres', password: 'another' }));
    await expect(start()).rejects.toThrow('rejects its superuser: password authentication failed');
    rmSync(file);
    await expect(start()).rejects.toThrow('18.superuser.json, which holds the superuser of');
  });

  it('rejects a data folder below a file', async () => {
    writeFileSync(dataDirectory, '');
    dataDirectory = join(dataDirectory, 'below');
    await expect(start()).rejects.toThrow(`cannot use the data folder ${dataDirectory}: ENOTDIR`);
  });

  it('recommends DATABASE_URL if npm has no PostgreSQL for the platform', () => {
    expect(() => locatePackage('linux', 's390x')).toThrow(
      /^npm installed no PostgreSQL for linux-s390x: .*DATABASE_URL/,
    );
  });

  it('stops the server when the process that started it is killed', async () => {
    const { child, pid, url } = await startInChild();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    child.kill('SIGKILL');
    await goneByItself(pid);
    expect(existsSync(join(dataDirectory, '18/postmaster.pid'))).toBe(false); // absent after an orderly shutdown
  });

  const whenRoot = isRoot() ? it : it.skip;
  whenRoot('runs the server as another user if root starts it (runs only as root)', async () => {
    await start();
    expect(statSync(join(dataDirectory, '18')).uid).not.toBe(0);
  });

  whenRoot(
    "stores data below /var/lib if the server's user cannot enter the folder (runs only as root)",
    async () => {
      mkdirSync(join(root, 'private'), { mode: 0o700 });
      dataDirectory = join(root, 'private/data');
      const first = await start();
      try {
        expect(first.dataDirectory).toMatch(/^\/var\/lib\/storewright-[0-9a-f]{12}$/);
        await query(first.url(), 'create table orders as select 7 as total');
        await first.stop();
        expect(await query((await start()).url(), 'select total from orders')).toEqual([{ total: 7 }]);
      } finally {
        await Promise.all(servers.map((server) => server.stop()));
        rmSync(first.dataDirectory, { recursive: true });
      }
    },
  );

  const whenNobody = nobodyCanRunUs ? it : it.skip;
  whenNobody('runs the server as the normal user that starts it (runs only as root)', async () => {
    mkdirSync(dataDirectory);
    execFileSync('chown', ['65534:65534', dataDirectory]);
    const { url } = await startInChild(nobody);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(statSync(join(dataDirectory, '18')).uid).toBe(nobody.uid);
  });

  whenNobody('rejects a folder that the user cannot write to (runs only as root)', async () => {
    mkdirSync(dataDirectory);
    const { error } = await startInChild(nobody);
    expect(error).toMatch(`cannot use the data folder ${dataDirectory}: permission denied`);
  });
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  client.on('error', () => undefined); // the test kills the server
  return client;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Returns the id of a process that has already exited. */
function deadPid(): number {
  return Number(execFileSync('/bin/sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
}

/** Resolves when the process has exited. Polls, because a process that is not a child emits no event. */
async function goneByItself(pid: number): Promise<void> {
  try {
    for (;;) {
      process.kill(pid, 0);
      await setTimeout(10);
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'ESRCH' });
  }
}
