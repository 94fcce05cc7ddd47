// Written in SQL: reads and changes the catalog of Citus.
import { aTenant } from '@storewright/api-testing';
import { type DescribedParameters, exportsOf, queriesOf, send, Subject } from '@storewright/conformance';
import { aShop, anAccessToken, HttpClient, testDatabase } from '@storewright/testing';
import { librariesOfShop } from './testing/libraries';
import { startShopApi } from './testing/shop-api';
import { canKillNodes, killNode, startNode } from './testing/worker-nodes';

/*
 * Sends every request of a shop with each filter, sort, include and export while all worker nodes but its own are down.
 * Each response must equal the response before the nodes went down. The tests need a cluster (TEST_DATABASE_URL of its
 * coordinator). They close the port of the nodes, or kill them if CITUS_KILL_NODE and CITUS_START_NODE are set.
 */
const onCluster = process.env['SHOP_DATABASE_KIND'] === 'citus' ? describe : describe.skip;

/** Port on which no server listens. */
const NOWHERE = 1;

interface Node {
  nodeid: number;
  port: number;
}

const nodeOf = `
  SELECT n.nodeid, n.nodeport AS port FROM pg_dist_shard_placement p JOIN pg_dist_node n USING (nodename, nodeport)
  WHERE p.shardid = get_shard_id_for_distribution_column('shop.meta', $1::uuid)`;

onCluster('while all worker nodes except one are down', () => {
  let subject: Subject;
  let reader: HttpClient;
  let own: Node;
  let others: Node[];
  const reading: string[] = [];
  let exported: object[] = [];
  const before = new Map<string, string>();

  beforeAll(async () => {
    const libraries = await librariesOfShop();
    subject = new Subject({ modules: [], samples: libraries.flatMap((library) => library.samples) });
    const database = await testDatabase();
    subject.api = await startShopApi(undefined, database);
    subject.tenant = await aTenant(subject.api);
    const { shop, token, http } = subject.tenant;
    reader = new HttpClient(subject.api.port, `${shop.domain}.localhost`, token);
    const document = (await http.get('/api/openapi.json')).body as DescribedParameters;
    own = (await database.query<Node>(nodeOf, [shop.id]))[0]!;
    others = await database.query<Node>(
      'SELECT nodeid, nodeport AS port FROM pg_dist_node WHERE groupid > 0 AND nodeid <> $1',
      [own.nodeid],
    );
    for (const route of subject.routes) before.set(route.label, String(await statusOf(route)));
    for (const route of subject.routes.filter(({ method }) => method === 'GET')) {
      const { path } = await subject.aRightRequest(route, { tenant: subject.tenant });
      reading.push(path, ...queriesOf(document, route.path).map((each) => `${path}?${each}`));
    }
    exported = subject.served.flatMap(({ resource }) => exportsOf(document, resource.path));
    for (const path of reading) before.set(path, await answerTo(path));
    for (const each of exported) before.set(JSON.stringify(each), await exportOf(each));
    if (canKillNodes) for (const { port } of others) killNode(port);
    else await redirect(NOWHERE);
  });
  afterAll(async () => {
    if (canKillNodes) for (const { port } of others) startNode(port);
    else await redirect();
    await subject.api.close();
  });

  /** Gives the other worker nodes this port, or their own port, in the catalog of this test's database. */
  async function redirect(port?: number): Promise<void> {
    for (const { nodeid, port: own } of others)
      await subject.api.database.query('UPDATE pg_dist_node SET nodeport = $2 WHERE nodeid = $1', [
        nodeid,
        port ?? own,
      ]);
  }

  async function statusOf(route: (typeof subject.routes)[number]): Promise<number> {
    const right = await subject.aRightRequest(route, { tenant: subject.tenant });
    return (await send(subject.tenant.http, right)).status;
  }

  async function answerTo(path: string): Promise<string> {
    const { status, text } = await reader.get(path);
    // Responses with an error differ, because each error has a new id. Their statuses are compared.
    return status >= 400 ? String(status) : `${status} ${text}`;
  }

  async function exportOf(attributes: object): Promise<string> {
    const body = { data: { type: 'exports', attributes } };
    const { status, text } = await reader.post('/api/exports', body, {
      headers: { accept: 'application/x-ndjson' },
    });
    return `${status} ${text}`;
  }

  it('every request succeeds before the Citus nodes are killed', () => {
    const failed = [...before].filter(([, answer]) => /^5/.test(answer));
    expect(failed).toEqual([]);
  });

  it('a shop on the running Citus node gets the same responses to every GET request as before', async () => {
    expect(reading.length).toBeGreaterThan(300);
    const different: string[] = [];
    for (const path of reading) {
      const answer = await answerTo(path);
      if (answer !== before.get(path)) different.push(`${path}\n${before.get(path)}\n${answer}`);
    }
    expect(different).toEqual([]);
  });

  it('a shop on the running Citus node gets the same exports with each filter and sort field as before', async () => {
    expect(exported.length).toBeGreaterThan(50);
    const different: unknown[] = [];
    for (const each of exported)
      if ((await exportOf(each)) !== before.get(JSON.stringify(each))) different.push(each);
    expect(different).toEqual([]);
  });

  it('a shop on the running Citus node gets the same status from every route as before', async () => {
    const different: string[] = [];
    for (const route of subject.routes) {
      const status = String(await statusOf(route));
      if (status !== before.get(route.label)) different.push(`${route.label}: ${status}`);
    }
    expect(different).toEqual([]);
  });

  it('a shop on a killed Citus node gets 503', async () => {
    const { database, port } = subject.api;
    for (;;) {
      const shop = await aShop(database);
      const [node] = await database.query<Node>(nodeOf, [shop.id]);
      if (node!.nodeid === own.nodeid) continue;
      const stranded = new HttpClient(port, `${shop.domain}.localhost`, await anAccessToken(database, shop));
      expect((await stranded.get('/api/meta')).status).toBe(503);
      return;
    }
  });
});
