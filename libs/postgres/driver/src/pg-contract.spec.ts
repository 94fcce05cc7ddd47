import { once } from 'node:events';
import { Socket } from 'node:net';
import { Client, type ClientConfig, Pool, Query, types } from 'pg';

/*
 * One test for each internal of pg on which this library relies. If an upgrade of pg breaks a test, its name
 * states the assumption that no longer holds.
 */

const url = process.env['TEST_DATABASE_URL']!;

/** Internals that pg's types omit. */
interface Internals {
  processID: number;
  connection: {
    stream: Socket;
    parse(statement: { name: string; text: string }): void;
    describe(statement: { type: 'S'; name: string }): void;
    bind(portal: { statement: string; values: (string | Buffer | null)[] }): void;
    execute(): void;
    sync(): void;
  };
}

/** A query that pg hands its connection to. It records the calls of pg in order. */
class RecordedQuery extends (Query as unknown as new (text: string) => object) {
  readonly calls: [handler: string, message?: unknown][] = [];
  readonly finished: Promise<void>;
  private finish!: () => void;

  constructor(private readonly send: (connection: Internals['connection']) => void) {
    super('');
    this.finished = new Promise((resolve) => (this.finish = resolve));
  }

  submit(connection: Internals['connection']): null {
    this.send(connection);
    return null;
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.calls.push(['row description', message.fields.map(({ name, dataTypeID }) => [name, dataTypeID])]);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.calls.push(['row', message.fields]);
  }

  handleCommandComplete(message: { text: string }): void {
    this.calls.push(['complete', message.text]);
  }

  handleError(error: { code?: string }): void {
    this.calls.push(['error', error.code]);
    this.finish();
  }

  handleReadyForQuery(): void {
    this.calls.push(['ready']);
    this.finish();
  }
}

const open: Client[] = [];
async function connected(config: ClientConfig & { pipeline?: boolean } = { pipeline: true }) {
  const client = new Client({ connectionString: url, ...config } as ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  open.push(client);
  return Object.assign(client, client as unknown as Internals);
}
const submit = (client: Client, query: RecordedQuery) => client.query(query as never);

/** `once` would reject: the connection also emits an error. */
const endOf = (client: Client) => new Promise<void>((resolve) => client.once('end', () => resolve()));

afterEach(async () => {
  await Promise.allSettled(open.splice(0).map((client) => client.end()));
});

const SELECT_TWO = 'SELECT $1::text AS title, $2::int4 AS version';
const prepare = (name: string, text: string) =>
  new RecordedQuery((connection) => {
    connection.parse({ name, text });
    connection.describe({ type: 'S', name });
    connection.sync();
  });
const execute = (name: string, ...values: (string | null)[][]) =>
  new RecordedQuery((connection) => {
    for (const each of values) {
      connection.bind({ statement: name, values: each });
      connection.execute();
    }
    connection.sync();
  });

describe('pg Client', () => {
  it('has its socket at connection.stream', async () => {
    const { connection } = await connected();
    expect(connection.stream).toBeInstanceOf(Socket);
  });

  it('counts received bytes at connection.stream.bytesRead', async () => {
    const client = await connected();
    const before = client.connection.stream.bytesRead;
    await client.query('SELECT 1');
    expect(client.connection.stream.bytesRead).toBeGreaterThan(before);
  });

  it('has the process id that the server reported at processID', async () => {
    const client = await connected();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    expect((client as unknown as Internals).processID).toBe(rows[0]!.pid);
  });

  it('sends queries without waiting for earlier responses if it has the option pipeline', async () => {
    const client = await connected();
    const sent: string[] = [];
    const query = (name: string) =>
      submit(
        client,
        new RecordedQuery((connection) => {
          sent.push(name);
          connection.sync();
        }),
      );
    query('one');
    query('two');
    expect(sent).toEqual(['one', 'two']);
  });

  it('accepts only instances of Query in a pipeline', async () => {
    const client = await connected();
    const refused = await new Promise<Error>((resolve) => {
      client.query({ submit: () => null, handleError: resolve } as never);
    });
    expect(refused.message).toContain('not supported in pipeline mode');
  });

  it('sends what submit() writes before query() returns', async () => {
    const client = await connected();
    let isSent = false;
    submit(
      client,
      new RecordedQuery((connection) => {
        isSent = true;
        connection.sync();
      }),
    );
    expect(isSent).toBe(true);
  });

  it('passes the messages of Parse and Describe to handleRowDescription and handleReadyForQuery', async () => {
    const client = await connected();
    const query = prepare('s1', SELECT_TWO);
    submit(client, query);
    await query.finished;
    expect(query.calls).toEqual([
      [
        'row description',
        [
          ['title', 25],
          ['version', 23],
        ],
      ],
      ['ready'],
    ]);
  });

  it('passes rows of several executions before one Sync to the same query, as text', async () => {
    const client = await connected();
    submit(client, prepare('s1', SELECT_TWO));
    const query = execute('s1', ['Mug', '2'], [null, '3']);
    submit(client, query);
    await query.finished;
    expect(query.calls).toEqual([
      ['row', ['Mug', '2']],
      ['complete', 'SELECT 1'],
      ['row', [null, '3']],
      ['complete', 'SELECT 1'],
      ['ready'],
    ]);
  });

  it('binds a Buffer as binary bytes', async () => {
    const client = await connected();
    submit(client, prepare('s1', `SELECT encode($1::bytea, 'hex') AS hex`));
    const query = new RecordedQuery((connection) => {
      connection.bind({ statement: 's1', values: [Buffer.from([0, 255])] });
      connection.execute();
      connection.sync();
    });
    submit(client, query);
    await query.finished;
    expect(query.calls[0]).toEqual(['row', ['00ff']]);
  });

  it('reports a failed Parse to its query, and 26000 to the queries that execute the statement', async () => {
    const client = await connected();
    const [failed, execution, next] = [
      prepare('s1', 'SELECT no_column'),
      execute('s1', []),
      prepare('s2', 'SELECT 1'),
    ];
    for (const each of [failed, execution, next]) submit(client, each);
    await Promise.all([failed, execution, next].map(({ finished }) => finished));
    expect([failed, execution].map(({ calls }) => calls[0])).toEqual([
      ['error', '42703'],
      ['error', '26000'],
    ]);
    expect(next.calls.at(-1)).toEqual(['ready']);
  });

  it('emits drain when the last pending response has arrived', async () => {
    const client = await connected();
    const order: string[] = [];
    client.once('drain', () => order.push('drain'));
    const queries = ['one', 'two'].map((name) => client.query('SELECT 1').then(() => order.push(name)));
    await once(client, 'drain');
    await Promise.all(queries);
    expect(order.indexOf('drain')).toBeGreaterThanOrEqual(0);
    expect(order).toHaveLength(3);
  });

  it('executes a Query with a name as a prepared statement of this name', async () => {
    const client = await connected();
    const name = 'named statement';
    await new Promise((resolve, reject) => {
      const done = (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result));
      client.query(Object.assign(new Query('SELECT $1::text', ['x'], done as never), { name }));
    });
    const { rowCount } = await client.query('SELECT FROM pg_prepared_statements WHERE name = $1', [name]);
    expect(rowCount).toBe(1);
  });

  it('runs an empty query, which returns no row', async () => {
    const client = await connected();
    expect((await client.query('')).rows).toEqual([]);
  });

  it('marks the error of a statement with severity ERROR', async () => {
    const client = await connected();
    await expect(client.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012', severity: 'ERROR' });
  });

  it('returns command ROLLBACK for the COMMIT of a failed transaction', async () => {
    const client = await connected();
    const [, failed, commit] = await Promise.allSettled([
      client.query('BEGIN'),
      client.query('SELECT 1/0'),
      client.query('COMMIT'),
    ]);
    expect(failed.status).toBe('rejected');
    expect(commit).toMatchObject({ value: { command: 'ROLLBACK' } });
  });

  it('rejects pending queries with "Connection terminated" and emits end when the socket is destroyed', async () => {
    const client = await connected();
    const pending = client.query('SELECT pg_sleep(60)');
    const ended = endOf(client);
    client.connection.stream.destroy();
    await expect(pending).rejects.toThrow('Connection terminated');
    await ended;
  });

  it('rejects queries after a connection error with "not queryable"', async () => {
    const client = await connected();
    const ended = endOf(client);
    client.connection.stream.destroy(new Error('cut'));
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow('not queryable');
  });

  it('rejects connect() with the error that destroyed its socket', async () => {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    const connecting = client.connect();
    (client as unknown as Internals).connection.stream.destroy(new Error('late'));
    await expect(connecting).rejects.toThrow('late');
  });

  it('parses columns with the type parsers of its option types', async () => {
    const getTypeParser = (oid: number) => (oid === 1184 ? () => 'parsed' : types.getTypeParser(oid));
    const client = await connected({ types: { getTypeParser } as never });
    const { rows } = await client.query('SELECT now() AS at, 1 AS one');
    expect(rows).toEqual([{ at: 'parsed', one: 1 }]);
  });
});

describe('pg Pool', () => {
  let pool: Pool;
  const constructed: unknown[] = [];
  class OwnClient extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      constructed.push(config);
    }
  }
  beforeEach(() => {
    constructed.length = 0;
    pool = new Pool({ connectionString: url, max: 2, Client: OwnClient } as never);
  });
  afterEach(() => pool.end());

  it('constructs clients of the class in its option Client and passes its own options', async () => {
    const client = await pool.connect();
    expect(client).toBeInstanceOf(OwnClient);
    expect(constructed).toEqual([expect.objectContaining({ connectionString: url, max: 2 })]);
    client.release();
  });

  it('reads options.max at each connect()', async () => {
    pool.options.max = 1;
    const client = await pool.connect();
    const second = pool.connect();
    expect([pool.totalCount, pool.waitingCount]).toEqual([1, 1]);
    client.release();
    (await second).release();
  });

  it('counts open connections, idle connections and waiting requests', async () => {
    const client = await pool.connect();
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 0, 0]);
    client.release();
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  it('emits connect and remove with the client', async () => {
    const events: unknown[] = [];
    pool.on('connect', (client) => events.push('connect', client));
    pool.on('remove', (client) => events.push('remove', client));
    const client = await pool.connect();
    const removed = once(pool, 'remove');
    client.release(true);
    await removed;
    expect(events).toEqual(['connect', client, 'remove', client]);
  });

  it('passes the error of a failed connect() to the callback of connect()', async () => {
    const failing = new Pool({ connectionString: url.replace(/[^/]*$/, 'no_such_database') });
    const error = await new Promise((resolve) => {
      failing.connect((failure) => resolve(failure));
    });
    expect(error).toMatchObject({ code: '3D000' });
    await failing.end();
  });

  it('rejects connect() with "timeout exceeded when trying to connect" after connectionTimeoutMillis', async () => {
    pool.options.max = 1;
    const client = await pool.connect();
    pool.options.connectionTimeoutMillis = 20;
    await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
    client.release();
  });

  it('rejects connect() with "Cannot use a pool after calling end"', async () => {
    const ended = new Pool({ connectionString: url });
    await ended.end();
    await expect(ended.connect()).rejects.toThrow('Cannot use a pool after');
  });

  it('sets ending when end() is called', () => {
    const ending = new Pool({ connectionString: url });
    void ending.end();
    expect(ending.ending).toBe(true);
  });
});
