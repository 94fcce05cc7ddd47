import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, type FaultRow, underTraffic } from './fault';
import { serviceNames, FaultPlatform } from './fault-platform';

/** Moves the data and the write-ahead log of Postgres to small disks and fills the disks. */
export async function fullDisk({ short }: FaultPlatform): Promise<FaultRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-faults-'));
  // Makes the folder accessible to the Postgres server, which runs as a different user.
  chmodSync(folder, 0o755);
  const disks: Disk[] = [];
  try {
    const [data, log] = [Disk.mount(join(folder, 'data'), '200m'), Disk.mount(join(folder, 'log'), '100m')];
    disks.push(...[data, log].filter((each) => each !== undefined));
    if (!data || !log) return [notRun];
    return await onDisks(short, data, log);
  } finally {
    for (const disk of disks) disk.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
}

const notRun: FaultRow = {
  done: "the database's disk is full",
  seen: 'needs root, for a small disk',
  expected: '2xx, 503',
  ok: 'not run',
};

async function onDisks(short: boolean, data: Disk, log: Disk): Promise<FaultRow[]> {
  const settings = { max_wal_size: '48MB', min_wal_size: '32MB', shared_buffers: '32MB' };
  const platform = await FaultPlatform.open(short, { dataDirectory: join(data.path, 'postgres'), settings });
  try {
    await moveLog(platform, log);
    return [
      await underTraffic(platform, fullData(platform, data)),
      await underTraffic(platform, fullLog(platform, log)),
    ];
  } finally {
    await platform.close();
  }
}

async function moveLog({ postgres }: FaultPlatform, { path }: Disk): Promise<void> {
  await postgres.stop();
  const [major] = readdirSync(postgres.dataDirectory).filter((name) => /^\d+$/.test(name));
  const cluster = join(postgres.dataDirectory, major!);
  const { uid, gid } = statSync(cluster);
  const [from, to] = [join(cluster, 'pg_wal'), join(path, 'pg_wal')];
  execFileSync('cp', ['-a', from, to]);
  renameSync(from, `${from}.before`);
  symlinkSync(to, from);
  rmSync(`${from}.before`, { recursive: true });
  chownSync(path, uid, gid);
  await postgres.startAgain();
}

function fullData(platform: FaultPlatform, disk: Disk): Fault {
  return {
    done: `the disk of the database's data is full${platform.short ? '' : ' for 10 s'}`,
    allowed: ['503'],
    async inject() {
      disk.fill();
      await pause(platform.short ? 2_000 : 10_000);
      disk.empty();
    },
  };
}

/**
 * Fills the disk of the write-ahead log. Postgres exits if it cannot write its log, so this fault starts
 * Postgres again once the disk has space.
 */
function fullLog(platform: FaultPlatform, disk: Disk): Fault {
  const { postgres, short } = platform;
  return {
    done: `the disk of the database's write-ahead log is full${short ? '' : ' for 10 s'}; Postgres is started again`,
    ...{ allowed: ['503'], notReady: serviceNames },
    async inject(refused) {
      disk.fill();
      // Writes rows until the existing files of the write-ahead log are full.
      const filling = postgres
        .query('SELECT pg_switch_wal() FROM generate_series(1, 20)')
        .catch(() => undefined);
      await Promise.all([filling, refused(), pause(short ? 0 : 10_000)]);
      disk.empty();
      await postgres.stop();
      await postgres.startAgain();
    },
  };
}

/** A small disk in memory (tmpfs). */
class Disk {
  private constructor(readonly path: string) {}

  /** Mounts a small disk. Returns undefined if this process lacks the permission to mount disks. */
  static mount(path: string, size: string): Disk | undefined {
    mkdirSync(path);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', path], {
        stdio: 'ignore',
      });
      return new Disk(path);
    } catch {
      return undefined;
    }
  }

  fill(): void {
    const file = openSync(this.ballast, 'w');
    for (const size of [1 << 20, 1 << 12])
      try {
        for (const piece = Buffer.alloc(size, 1); ;) if (writeSync(file, piece) < size) break;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    closeSync(file);
  }

  empty(): void {
    rmSync(this.ballast, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.path]);
  }

  private get ballast(): string {
    return join(this.path, 'ballast');
  }
}
