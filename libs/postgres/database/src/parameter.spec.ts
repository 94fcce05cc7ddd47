import { Logger } from '@nestjs/common';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { dataSourceOptions } from './database-options';
import { parameter } from '@storewright/postgres-driver';

const text = fc.string({ unit: 'binary' }).filter((each) => each.isWellFormed() && !each.includes('\0'));
const hostile = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      '\\',
      ';',
      '--',
      '/*',
      '{',
      '}',
      ',',
      '$$',
      '$1',
      'NULL',
      'E',
      '\n',
      ')',
      'é🦊',
    ),
  )
  .map((parts) => parts.join(''));
const anyText = fc.oneof(text, hostile);

describe('parameter', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: Database;

  beforeAll(async () => {
    // Suppresses the log lines of errors that the tests cause.
    Logger.overrideLogger(false);
    database = await testDatabase();
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new Database(dataSource, options);
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  async function echo(type: string, value: unknown): Promise<unknown> {
    const [row] = await door.query({}, { text: `SELECT $1::${type} AS value`, values: [value] });
    return row!['value'];
  }

  it('sends any text so that the server returns the same text', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (value) => expect(await echo('text', value)).toBe(value)),
    );
  });

  it('sends any array of texts so that the server returns the same array', async () => {
    const lists = fc.array(fc.option(anyText));
    await fc.assert(
      fc.asyncProperty(lists, async (list) => expect(await echo('text[]', list)).toEqual(list)),
    );
  });

  it('sends Buffers so that the server returns the same bytes, alone and in an array', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), async (list) => {
        const bytes = list.map((each) => Buffer.from(each));
        expect(await echo('bytea[]', bytes)).toEqual(bytes);
        if (bytes[0]) expect(await echo('bytea', bytes[0])).toEqual(bytes[0]);
      }),
      { numRuns: 50 },
    );
    const part = Buffer.from('abcdef').subarray(2, 4);
    expect(await echo('bytea', part)).toEqual(Buffer.from('cd'));
  });

  it('sends numbers without a loss of precision', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double({ noNaN: true }), async (value) => {
        expect(await echo('float8', value)).toBe(Object.is(value, -0) ? 0 : value);
      }),
      { numRuns: 50 },
    );
    expect(await echo('int8', 9007199254740993n)).toBe('9007199254740993');
  });

  it('sends booleans, dates, null and undefined', async () => {
    expect(await echo('boolean', false)).toBe(false);
    expect(await echo('timestamptz', new Date('2019-07-14T09:23:34.120Z'))).toBe(
      '2019-07-14T09:23:34.120000Z',
    );
    expect(await echo('text', null)).toBeNull();
    expect(await echo('text', undefined)).toBeNull();
  });

  it('rejects text with U+0000 before it sends the statement', async () => {
    const sent = door.query({}, { text: 'SELECT $1::text AS value', values: ["a\0'; SELECT 1 --"] });
    await expect(sent).rejects.toMatchObject({ problem: 'value_out_of_range' });
    await expect(
      door.query({}, { text: 'SELECT $1::text[] AS value', values: [['\0']] }),
    ).rejects.toMatchObject({ problem: 'value_out_of_range' });
    expect(await echo('text', 'still there')).toBe('still there');
  });

  it.each([[{}], [Symbol('x')], [() => 1]])('throws for a value of an unsupported type: %p', (value) => {
    expect(() => parameter(value)).toThrow('as a value');
    expect(() => parameter([value])).toThrow('as a value');
  });
});
