import { type Execution, ExtendedQuery, type Prepared, PrepareQuery } from './extended-query';
import type { StatementResult } from './statement';
import { rowFormat } from './row-format';

const [text, integer, timestamptz] = [25, 23, 1184];
const title = { name: 'title', dataTypeID: text };
const version = { name: 'version', dataTypeID: integer };
const changed = { name: 'changed_at', dataTypeID: timestamptz };

/** Returns a prepared statement with these columns. */
function prepared(...fields: { name: string; dataTypeID: number }[]): Prepared {
  const made: Prepared = { name: 'one' };
  if (fields.length > 0) new PrepareQuery('SELECT', made, () => undefined).handleRowDescription({ fields });
  return made;
}

const executed = (statement: Prepared): Execution => ({ prepared: statement, values: [] });
const silent = (statement: Prepared): Execution => ({ ...executed(statement), isSilent: true });

/** Returns what the query reports after it received these responses. */
function answered(
  executions: Execution[],
  answer: (query: ExtendedQuery) => void,
): [error: unknown, results: StatementResult[]] {
  const told = jest.fn<void, [unknown, StatementResult[]]>();
  const query = new ExtendedQuery(executions, told);
  answer(query);
  query.handleReadyForQuery();
  return told.mock.calls[0]!;
}

afterEach(() => jest.restoreAllMocks());

it('ExtendedQuery returns a result for each execution except silent executions', () => {
  const executions = [
    ...[silent(prepared()), silent(prepared())],
    ...[prepared(title, version), prepared(), prepared(changed)].map(executed),
  ];
  const [error, results] = answered(executions, (query) => {
    query.handleCommandComplete({ text: 'BEGIN' });
    query.handleCommandComplete({ text: 'SELECT 0' });
    query.handleDataRow({ fields: ['Mug', '2'] });
    query.handleDataRow({ fields: [null, '3'] });
    query.handleCommandComplete({ text: 'SELECT 2' });
    query.handleCommandComplete({ text: 'INSERT 0 7' });
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

it('ExtendedQuery looks up column parsers once per prepared statement', () => {
  const finding = jest.spyOn(rowFormat, 'getTypeParser');
  const executions = [prepared(title), prepared(version)].map(executed);
  for (let times = 0; times < 3; times += 1) {
    const [, results] = answered(executions, (query) => {
      query.handleDataRow({ fields: ['Mug'] });
      query.handleCommandComplete({ text: 'SELECT 1' });
      query.handleDataRow({ fields: ['1'] });
      query.handleCommandComplete({ text: 'SELECT 1' });
    });
    expect(results.map(({ rows }) => rows)).toEqual([[{ title: 'Mug' }], [{ version: 1 }]]);
  }
  expect(finding).toHaveBeenCalledTimes(2);
});

it('ExtendedQuery reports a value that cannot be parsed, after the last response has arrived', () => {
  const [error] = answered([executed(prepared(changed))], (query) => {
    query.handleDataRow({ fields: ['infinity'] });
    query.handleDataRow({ fields: ['2019-07-14 09:23:34+00'] });
    query.handleCommandComplete({ text: 'SELECT 2' });
  });
  expect(error).toMatchObject({ message: expect.stringContaining('infinity') });
});
