import { type Described, ExecuteQuery } from './execute-query';
import type { StatementResult } from './prepared-client';
import { rowFormat } from './row-format';

const [text, integer, timestamptz] = [25, 23, 1184];
const title = { name: 'title', dataTypeID: text };
const version = { name: 'version', dataTypeID: integer };
const changed = { name: 'changed_at', dataTypeID: timestamptz };

/** What it tells, once all of it was answered. */
function answered(
  executed: Described[],
  answer: (query: ExecuteQuery) => void,
): [error: unknown, results: StatementResult[]] {
  const told = jest.fn<void, [unknown, StatementResult[]]>();
  const query = new ExecuteQuery('', executed, told);
  answer(query);
  query.handleReadyForQuery();
  return told.mock.calls[0]!;
}

afterEach(() => jest.restoreAllMocks());

it('tells of what was executed, and nothing of the settings before it', () => {
  const [error, results] = answered([{}, {}, {}], (query) => {
    query.handleCommandComplete({ text: 'SET' });
    query.handleCommandComplete({ text: 'SET' });
    query.handleRowDescription({ fields: [title, version] });
    query.handleDataRow({ fields: ['Mug', '2'] });
    query.handleDataRow({ fields: [null, '3'] });
    query.handleCommandComplete({ text: 'SELECT 2' });
    query.handleCommandComplete({ text: 'INSERT 0 7' });
    query.handleRowDescription({ fields: [changed] });
    query.handleCommandComplete({ text: 'UPDATE 0' });
  });
  expect(error).toBeUndefined();
  expect(results).toEqual([
    {
      ...{ command: 'SELECT', rowCount: 2 },
      rows: [
        { title: 'Mug', version: 2 },
        { title: null, version: 3 },
      ],
    },
    { command: 'INSERT', rowCount: 7, rows: [] },
    { command: 'UPDATE', rowCount: 0, rows: [] },
  ]);
});

it('finds out once for each prepared statement how its columns are read', () => {
  const finding = jest.spyOn(rowFormat, 'getTypeParser');
  const prepared = [{}, {}];
  for (let times = 0; times < 3; times += 1) {
    const [, results] = answered(prepared, (query) => {
      query.handleRowDescription({ fields: [title] });
      query.handleDataRow({ fields: ['Mug'] });
      query.handleCommandComplete({ text: 'SELECT 1' });
      query.handleRowDescription({ fields: [version] });
      query.handleDataRow({ fields: ['1'] });
      query.handleCommandComplete({ text: 'SELECT 1' });
    });
    expect(results.map(({ rows }) => rows)).toEqual([[{ title: 'Mug' }], [{ version: 1 }]]);
  }
  expect(finding).toHaveBeenCalledTimes(2);
});

it('tells of a value that cannot be read, when all was answered', () => {
  const [error] = answered([{}], (query) => {
    query.handleRowDescription({ fields: [changed] });
    query.handleDataRow({ fields: ['infinity'] });
    query.handleDataRow({ fields: ['2019-07-14 09:23:34+00'] });
    query.handleCommandComplete({ text: 'SELECT 2' });
  });
  expect(error).toMatchObject({ message: expect.stringContaining('infinity') });
});
