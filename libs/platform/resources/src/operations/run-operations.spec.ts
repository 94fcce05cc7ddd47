import { type ShopTransaction, SqlValue } from '@storewright/tenancy';
import type { ResourceRepository } from '../resource-repository';
import type { Operation } from './read-operations';
import { performOperations } from './run-operations';

/** A repository that records its statements. A new object with a `position` needs its own statement. */
function aRepository(type: string, statements: string[]): ResourceRepository {
  const named = (each: object) => (each as { id: string }).id;
  return {
    resource: { type },
    uniqueColumns: ['sku'],
    planInsert: ({ attributes }: { attributes: object }) => ({
      ...attributes,
      ...('position' in attributes && { position: new SqlValue({ name: 'next', sql: '1' }) }),
    }),
    insert: (_tx: unknown, { attributes }: { attributes: object }) => {
      statements.push(`${type} ${named(attributes)}`);
      return Promise.resolve(attributes);
    },
    insertAll: (_tx: unknown, all: object[]) => {
      statements.push(`${type} ${all.map(named).join('+')}`);
      return Promise.resolve(all);
    },
  } as unknown as ResourceRepository;
}

async function statementsOf(
  added: readonly [string, object][],
  tx: Partial<ShopTransaction> = { insertsTogether: true },
): Promise<string[]> {
  const statements: string[] = [];
  const repositories = new Map(['a', 'b'].map((type) => [type, aRepository(type, statements)]));
  const operations = added.map(([type, attributes], at) => ({
    ...{ op: 'add', repository: repositories.get(type)!, pointer: `/${at}` },
    input: { attributes: { id: String(at), ...attributes } },
  })) as unknown as Operation[];
  const results = await performOperations(tx as ShopTransaction, operations);
  expect(results.map((result) => result!.row['id'])).toEqual(operations.map((_, at) => String(at)));
  return statements;
}

it.each<[string, [string, object][], string[]]>([
  [
    'of one type',
    [
      ['a', {}],
      ['a', {}],
      ['a', {}],
    ],
    ['a 0+1+2'],
  ],
  [
    'of alternating types',
    [
      ['a', {}],
      ['b', {}],
      ['b', {}],
      ['a', {}],
    ],
    ['a 0', 'b 1+2', 'a 3'],
  ],
  [
    'of which one needs an SQL expression',
    [
      ['a', {}],
      ['a', {}],
      ['a', { position: 1 }],
      ['a', {}],
    ],
    ['a 0+1', 'a 2', 'a 3'],
  ],
  [
    'of which two have the same unique value',
    [
      ['a', { sku: 1 }],
      ['a', { sku: 2 }],
      ['a', { sku: 1 }],
    ],
    ['a 0+1', 'a 2'],
  ],
])(
  'performOperations inserts new objects %s in order and with as few statements as possible',
  async (_, added, statements) => {
    expect(await statementsOf(added)).toEqual(statements);
  },
);

it('performOperations inserts new objects one by one if the transaction is repeated, and on Citus', async () => {
  const some: [string, object][] = [
    ['a', {}],
    ['a', {}],
  ];
  expect(await statementsOf(some, { insertsTogether: true, precheck: true })).toEqual(['a 0', 'a 1']);
  expect(await statementsOf(some, {})).toEqual(['a 0', 'a 1']);
});
