import { connectFailed, DatabaseError, type DatabaseProblem, sqlState } from '@storewright/postgres-driver';
import { QueryFailedError } from 'typeorm';
import { asDatabaseError, isRefused, isRetryable, isUniqueViolation } from './database-errors';

const withCode = (code: string) => Object.assign(new Error('secret SQL'), { code });
const throughTypeOrm = (code: string) => new QueryFailedError('secret SQL', ['secret'], withCode(code));

/** Expected problem for each SQLSTATE. Names of constraints do not matter. */
const table: Record<string, DatabaseProblem> = {
  '08000': 'unavailable',
  '08001': 'unavailable',
  '08003': 'unavailable',
  '08004': 'unavailable',
  '08006': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P04': 'unavailable',
  '57P05': 'unavailable',
  '25006': 'unavailable',
  '53100': 'unavailable',
  '53200': 'unavailable',
  '53300': 'unavailable',
  XX000: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  ECONNABORTED: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  '40001': 'rows_locked',
  '40P01': 'rows_locked',
  '55P03': 'rows_locked',
  '57014': 'timed_out',
  '25P03': 'timed_out',
  '23505': 'duplicate',
  '22P02': 'value_out_of_range',
  '22003': 'value_out_of_range',
  '22021': 'value_out_of_range',
  '22P05': 'value_out_of_range',
  '54000': 'value_out_of_range',
  '54001': 'value_out_of_range',
};

describe('asDatabaseError', () => {
  it.each(Object.entries(table))(
    'converts SQLSTATE %s to %p and hides the text of the error',
    (sqlstate, problem) => {
      for (const error of [withCode(sqlstate), throughTypeOrm(sqlstate)]) {
        const converted = asDatabaseError(error) as DatabaseError;
        expect(converted).toMatchObject({ problem, cause: error });
        expect(converted.message).not.toContain('secret');
      }
    },
  );

  it.each([['42P01'], ['42501'], ['23503'], ['23502'], ['XX001']])(
    'returns an error with SQLSTATE %s unchanged, so that it is logged and becomes a 500',
    (sqlstate) => {
      const error = withCode(sqlstate);
      expect(asDatabaseError(error)).toBe(error);
    },
  );

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('returns unavailable for an error without a code if the message is "%s"', (message) => {
    expect(asDatabaseError(new Error(message))).toMatchObject({ problem: 'unavailable' });
  });

  it.each(['28P01', '28000', '3D000', '42501', undefined])(
    'returns unavailable for every failure to connect, for example with code %s',
    (code) => {
      const error = connectFailed(Object.assign(new Error('secret'), code && { code }));
      const wrapped = [error, new Error('pool', { cause: error }), new QueryFailedError('', [], error)];
      for (const each of wrapped) expect(asDatabaseError(each)).toMatchObject({ problem: 'unavailable' });
    },
  );

  it('ignores the message of an error that has a code', () => {
    for (const error of [
      Object.assign(new Error('Connection terminated'), { code: '22012' }),
      new Error('something else'),
    ])
      expect(asDatabaseError(error)).toBe(error);
  });

  it('sqlState() returns the code of an error, or the code of the driver error in it', () => {
    expect(sqlState(throughTypeOrm('23505'))).toBe('23505');
    expect(sqlState({ driverError: { code: '23505' } })).toBe('23505');
    expect(isUniqueViolation(throughTypeOrm('23505'))).toBe(true);
    expect(isUniqueViolation(withCode('23503'))).toBe(false);
    expect(isRetryable(throughTypeOrm('40001'))).toBe(true);
    expect(isRetryable(withCode('23505'))).toBe(false);
    for (const nothing of [undefined, null, 'text', 7, {}, { code: 7 }])
      expect(sqlState(nothing)).toBeUndefined();
  });
});

it('asDatabaseError() returns a DatabaseError unchanged', () => {
  const ours = new DatabaseError('pool_exhausted');
  expect(asDatabaseError(ours)).toBe(ours);
});

it('isRefused() and isUniqueViolation() find the SQLSTATE in the causes of an error', () => {
  const duplicate = new Error('taken', { cause: asDatabaseError(throughTypeOrm('23505')) });
  const referenced = new Error('referenced', { cause: withCode('23503') });
  expect([duplicate, referenced, new Error('other')].map(isRefused)).toEqual([true, true, false]);
  expect([duplicate, referenced].map(isUniqueViolation)).toEqual([true, false]);
});
