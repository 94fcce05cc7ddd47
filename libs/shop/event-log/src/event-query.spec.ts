import { eventTypes } from '@storewright/events';
import { ApiErrors, cursorsOfProcess, type ListQuery } from '@storewright/json-api';
import { readEventQuery } from './event-query';

/** Builds a validated list query from the parameters. */
const query = (given: Partial<ListQuery> & { descending?: boolean } = {}): ListQuery => ({
  size: 25,
  order: [{ column: 'sequence', descending: given.descending ?? false }],
  total: false,
  included: false,
  conditions: [],
  filters: {},
  parameters: new Map(),
  cursors: cursorsOfProcess,
  ...given,
});

/** Returns the parameters that the query rejects. */
function refused(given: ListQuery): unknown[] {
  try {
    readEventQuery(given);
  } catch (thrown) {
    return thrown instanceof ApiErrors
      ? thrown.errors.map(({ source }) => source)
      : [(thrown as { source?: unknown }).source];
  }
  return [];
}

describe('page of the event log', () => {
  it('starts after filter[since] or the page cursor, whichever is greater', () => {
    const filters = { since: '99' };
    expect(readEventQuery(query({ filters })).above).toBe('99');
    expect(readEventQuery(query({ filters, after: ['7'] })).above).toBe('99');
    expect(readEventQuery(query({ filters, after: ['100'] })).above).toBe('100');
    expect(readEventQuery(query({ after: ['9007199254740993'] })).above).toBe('9007199254740993');
  });

  it('ends before the page cursor of page[before], and is read in reverse', () => {
    expect(readEventQuery(query({ filters: { since: '3' }, before: ['50'] }))).toMatchObject({
      descending: true,
      above: '3',
      below: '50',
    });
    expect(readEventQuery(query({ before: [] }))).toMatchObject({ descending: true });
  });

  it('contains older events after the page cursor with sort=-sequence, and newer events with page[before]', () => {
    expect(readEventQuery(query({ descending: true, after: ['50'] }))).toMatchObject({
      descending: true,
      below: '50',
    });
    expect(readEventQuery(query({ descending: true, before: ['50'] }))).toMatchObject({
      descending: false,
      above: '50',
    });
  });

  it('contains events of all types, of a single type, or of a single resource type', () => {
    expect(readEventQuery(query()).types).toEqual(eventTypes);
    expect(readEventQuery(query({ filters: { type: 'meta.created' } })).types).toEqual(['meta.created']);
    expect(readEventQuery(query({ filters: { resource_type: 'meta' } })).types).toEqual([
      'meta.created',
      'meta.updated',
      'meta.deleted',
    ]);
    expect(
      readEventQuery(query({ filters: { type: 'meta.created', resource_type: 'shops' } })).types,
    ).toEqual([]);
  });
});

describe('error report for an invalid query of the event log', () => {
  it.each([
    ['a negative sequence number', { filters: { since: '-1' } }, ['filter[since]']],
    ['a sequence number out of range', { filters: { since: '9'.repeat(40) } }, ['filter[since]']],
    [
      'unknown types',
      { filters: { type: 'a.b', resource_type: 'x' } },
      ['filter[type]', 'filter[resource_type]'],
    ],
    ['a cursor of a different list', { after: ['018cc3fe'] }, ['page[after]']],
  ])('contains every error in the query: %s', (_, given, parameters) => {
    expect(refused(query(given))).toEqual(parameters.map((parameter) => ({ parameter })));
  });
});
