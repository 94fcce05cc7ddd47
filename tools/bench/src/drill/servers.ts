// This file contains SQL that creates a Citus cluster.
import { randomBytes, randomUUID } from 'node:crypto';
import { distribute, migrate, placementOf, prepareDatabase, roles } from '@storewright/schema';
import { formCluster, onEachNode, OwnPostgres, ownPasswords } from '@storewright/testing';
import { withClient } from '../database-client';
import { FaultPlatform } from '../faults/fault-platform';
import { Archive, moment } from './archive';
import { type DrillOptions, whichFolder } from './options';

const WORKERS = 2;
/** Number of Citus shards per table. A few are enough, because the drill does not move shards. */
const shards = 8;

/**
 * Postgres settings of a Citus node. Local connections require a password, too, so each node stores the
 * passwords for the other nodes.
 */
const nodeSettings = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  ssl: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  // Disables usage reports to the vendor of Citus.
  'citus.enable_statistics_collection': 'off',
};

interface Server {
  postgres: OwnPostgres;
  archive: Archive;
}

/** The Postgres servers of the restore drill: a single server, or a Citus coordinator with its workers. */
export class Servers {
  private constructor(
    readonly platform: FaultPlatform,
    private readonly coordinator: Server,
    private readonly workers: readonly Server[],
  ) {}

  static async open({ short, installation }: DrillOptions): Promise<Servers> {
    if (installation !== undefined) return Servers.ofCluster(short, installation);
    const archive = new Archive();
    try {
      const platform = await FaultPlatform.open(short, { settings: archive.settings });
      return new Servers(platform, { postgres: platform.postgres, archive }, []);
    } catch (error) {
      archive.remove();
      throw error;
    }
  }

  private static async ofCluster(short: boolean, installation: string): Promise<Servers> {
    // The services are child processes of this process and inherit this variable.
    process.env['SHOP_DATABASE_KIND'] = 'citus';
    const [archive, workers] = [new Archive(), [] as Server[]];
    const password = randomBytes(24).toString('hex');
    const optionsOf = ({ settings }: Archive) => ({
      ...{ installation, password, durable: true },
      settings: { ...settings, ...nodeSettings },
    });
    try {
      while (workers.length < WORKERS) workers.push(await startWorker(optionsOf));
      const platform = await FaultPlatform.open(short, {
        ...optionsOf(archive),
        newShopId: onTheEmptiest(),
        prepare: (coordinator) => form([coordinator, ...workers.map(urlOf)], password),
      });
      return new Servers(platform, { postgres: platform.postgres, archive }, workers);
    } catch (error) {
      await removeAll(workers);
      archive.remove();
      throw withoutCitus(error as Error, installation);
    }
  }

  get isCluster(): boolean {
    return this.workers.length > 0;
  }

  /**
   * All Postgres servers. The Citus workers come first, because the coordinator connects to them when it
   * starts.
   */
  get all(): readonly Server[] {
    return [...this.workers, this.coordinator];
  }

  async nameMoment(): Promise<void> {
    const name = this.isCluster ? 'citus_create_restore_point' : 'pg_create_restore_point';
    await this.coordinator.postgres.query(`SELECT ${name}('${moment}')`);
  }

  /** Restores the Postgres servers one after another. Citus then resolves its distributed transactions. */
  async restore(): Promise<void> {
    for (const { archive, postgres } of this.all) await archive.restore(postgres);
    if (this.isCluster) await this.coordinator.postgres.query('SELECT recover_prepared_transactions()');
  }

  async prepared(): Promise<number> {
    let count = 0;
    for (const { postgres } of this.all)
      count += (await postgres.query('SELECT FROM pg_prepared_xacts')).length;
    return count;
  }

  async close(): Promise<void> {
    if (this.isCluster) delete process.env['SHOP_DATABASE_KIND'];
    await this.platform.close();
    await removeAll(this.workers);
    this.coordinator.archive.remove();
  }
}

const urlOf = ({ postgres }: Server) => postgres.administratorUrl;

/** Starts a Citus worker without a schema. Citus creates the shards later. */
async function startWorker(optionsOf: (archive: Archive) => object): Promise<Server> {
  const archive = new Archive();
  try {
    const postgres = await OwnPostgres.start({ ...optionsOf(archive), prepare: () => Promise.resolve() });
    return { postgres, archive };
  } catch (error) {
    archive.remove();
    throw error;
  }
}

async function removeAll(servers: readonly Server[]): Promise<void> {
  for (const { postgres, archive } of servers) {
    await postgres.drop();
    archive.remove();
  }
}

/**
 * Creates the Citus cluster and its schema with the commands `migrate` and `distribute`. The first node is
 * the coordinator.
 */
async function form(nodes: string[], password: string): Promise<void> {
  const [coordinator] = nodes as [string];
  await formCluster({ nodes }, (node) => node, loginOf('postgres', password));
  // The coordinator creates the database roles on the workers. Each node needs the passwords of the roles to
  // connect to the other nodes.
  await prepareDatabase(coordinator, ['auth', 'shop'], ownPasswords);
  const names = Object.entries(roles) as [keyof typeof roles, string][];
  await onEachNode({ nodes }, ...names.map(([role, name]) => loginOf(name, ownPasswords[role])));
  await migrate({ auth: coordinator, shop: coordinator }, ownPasswords);
  await distribute(coordinator, ownPasswords, { shards });
}

const loginOf = (role: string, password: string) =>
  `INSERT INTO pg_dist_authinfo VALUES (0, '${role}', 'password=${password}')`;

/**
 * Returns a function that chooses shop ids so that the shops are distributed evenly over the Citus nodes. The
 * id of a shop determines its node.
 */
function onTheEmptiest(): (postgres: OwnPostgres) => Promise<string> {
  const shops = new Map<number, number>();
  return ({ administratorUrl }) =>
    withClient(administratorUrl, async (client) => {
      for (;;) {
        const id = randomUUID();
        const { port } = await placementOf(client, id);
        const all = [...shops.values()];
        const fewest = all.length < WORKERS ? 0 : Math.min(...all);
        const here = shops.get(port) ?? 0;
        if (here > fewest) continue;
        shops.set(port, here + 1);
        return id;
      }
    });
}

function withoutCitus(error: Error, installation: string): Error {
  return error.message.includes('could not access file "citus"')
    ? new Error(`the PostgreSQL in ${installation} has no Citus.\n${whichFolder}`)
    : error;
}
