// SQL: makes servers one cluster of Citus.
import { randomBytes, randomUUID } from 'node:crypto';
import { distribute, migrate, placementOf, prepareDatabase, roles } from '@storewright/schema';
import { formCluster, onEachNode, OwnPostgres, ownPasswords } from '@storewright/testing';
import { Client } from 'pg';
import { World } from '../faults/world';
import { Archive, moment } from './archive';
import { type DrillOptions, whichFolder } from './options';

const workersOfCluster = 2;
/** Few: none is moved. */
const shards = 8;

/** Settings of a node. Whoever is on this machine may not log in without a password, so the nodes have each other's. */
const ofNodes = {
  shared_preload_libraries: 'citus',
  max_connections: '300',
  ssl: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  // It would tell its makers.
  'citus.enable_statistics_collection': 'off',
};

/** A server that is lost and restored, and its backups. */
interface Server {
  postgres: OwnPostgres;
  archive: Archive;
}

/** The platform and all its servers: one Postgres, or a coordinator of Citus and its workers. */
export class Servers {
  private constructor(
    readonly world: World,
    private readonly coordinator: Server,
    private readonly workers: readonly Server[],
  ) {}

  static async open({ short, installation }: DrillOptions): Promise<Servers> {
    if (installation !== undefined) return Servers.ofCluster(short, installation);
    const archive = new Archive();
    try {
      const world = await World.open(short, { settings: archive.settings });
      return new Servers(world, { postgres: world.postgres, archive }, []);
    } catch (error) {
      archive.remove();
      throw error;
    }
  }

  private static async ofCluster(short: boolean, installation: string): Promise<Servers> {
    // For the services, too.
    process.env['SHOP_DATABASE_KIND'] = 'citus';
    const [archive, workers] = [new Archive(), [] as Server[]];
    const password = randomBytes(24).toString('hex');
    const optionsOf = ({ settings }: Archive) => ({
      ...{ installation, password, durable: true },
      settings: { ...settings, ...ofNodes },
    });
    try {
      while (workers.length < workersOfCluster) workers.push(await aWorker(optionsOf));
      const world = await World.open(short, {
        ...optionsOf(archive),
        newShopId: onTheEmptiest(),
        prepare: (coordinator) => form([coordinator, ...workers.map(urlOf)], password),
      });
      return new Servers(world, { postgres: world.postgres, archive }, workers);
    } catch (error) {
      await removed(workers);
      archive.remove();
      throw withoutCitus(error as Error, installation);
    }
  }

  get isCluster(): boolean {
    return this.workers.length > 0;
  }

  /** Those with the rows of shops come first: the one that asks them starts last. */
  get all(): readonly Server[] {
    return [...this.workers, this.coordinator];
  }

  /** Names this moment, of all of them. */
  async nameMoment(): Promise<void> {
    const name = this.isCluster ? 'citus_create_restore_point' : 'pg_create_restore_point';
    await this.coordinator.postgres.query(`SELECT ${name}('${moment}')`);
  }

  /** Puts each server back to the moment, one after another, and has the cluster finish what was between two nodes. */
  async restore(): Promise<void> {
    for (const { archive, postgres } of this.all) await archive.restore(postgres);
    if (this.isCluster) await this.coordinator.postgres.query('SELECT recover_prepared_transactions()');
  }

  /** Transactions of which a server does not know what became of them. */
  async prepared(): Promise<number> {
    let found = 0;
    for (const { postgres } of this.all)
      found += (await postgres.query('SELECT FROM pg_prepared_xacts')).length;
    return found;
  }

  async close(): Promise<void> {
    if (this.isCluster) delete process.env['SHOP_DATABASE_KIND'];
    await this.world.close();
    await removed(this.workers);
    this.coordinator.archive.remove();
  }
}

const urlOf = ({ postgres }: Server) => postgres.administratorUrl;

/** A server without a schema: Citus brings it its shards. */
async function aWorker(optionsOf: (archive: Archive) => object): Promise<Server> {
  const archive = new Archive();
  try {
    const postgres = await OwnPostgres.start({ ...optionsOf(archive), prepare: () => Promise.resolve() });
    return { postgres, archive };
  } catch (error) {
    archive.remove();
    throw error;
  }
}

async function removed(servers: readonly Server[]): Promise<void> {
  for (const { postgres, archive } of servers) {
    await postgres.drop();
    archive.remove();
  }
}

/** The schema as `migrate` and `distribute` make it, of servers of which the first one is the coordinator. */
async function form(nodes: string[], password: string): Promise<void> {
  const [coordinator] = nodes as [string];
  await formCluster({ nodes }, (node) => node, loginOf('postgres', password));
  // It hands the roles to the workers, and they log in to each other once each of them has their passwords.
  await prepareDatabase(coordinator, ['auth', 'shop'], ownPasswords);
  const names = Object.entries(roles) as [keyof typeof roles, string][];
  await onEachNode({ nodes }, ...names.map(([role, name]) => loginOf(name, ownPasswords[role])));
  await migrate({ auth: coordinator, shop: coordinator }, ownPasswords);
  await distribute(coordinator, ownPasswords, { shards });
}

/** On any other node. */
const loginOf = (role: string, password: string) =>
  `INSERT INTO pg_dist_authinfo VALUES (0, '${role}', 'password=${password}')`;

/** A shop is where its id wants it: gives ids, so that all nodes get as many shops. */
function onTheEmptiest(): (postgres: OwnPostgres) => Promise<string> {
  const shops = new Map<number, number>();
  return async ({ administratorUrl }) => {
    const client = new Client({ connectionString: administratorUrl });
    await client.connect();
    try {
      for (;;) {
        const id = randomUUID();
        const { port } = await placementOf(client, id);
        const all = [...shops.values()];
        const least = all.length < workersOfCluster ? 0 : Math.min(...all);
        const here = shops.get(port) ?? 0;
        if (here > least) continue;
        shops.set(port, here + 1);
        return id;
      }
    } finally {
      await client.end();
    }
  };
}

/** What is missing, where Citus is. */
function withoutCitus(error: Error, installation: string): Error {
  return error.message.includes('could not access file "citus"')
    ? new Error(`the PostgreSQL in ${installation} has no Citus.\n${whichFolder}`)
    : error;
}
