import { ApiError } from '@storewright/json-api';
import { connectFailed, sqlState } from '@storewright/postgres-driver';
import { QueryFailedError } from 'typeorm';
import { asApiError, isRetryable, isUnavailable, isUniqueViolation } from './database-errors';

const withCode = (code: string) => Object.assign(new Error('secret SQL'), { code });
const throughTypeOrm = (code: string) => new QueryFailedError('secret SQL', ['secret'], withCode(code));

/** Expected response for each SQLSTATE. Names of constraints do not matter. */
const table: Record<string, [status: number, code: string]> = {
  '08000': [503, 'unavailable'],
  '08001': [503, 'unavailable'],
  '08003': [503, 'unavailable'],
  '08004': [503, 'unavailable'],
  '08006': [503, 'unavailable'],
  '57P01': [503, 'unavailable'],
  '57P02': [503, 'unavailable'],
  '57P03': [503, 'unavailable'],
  '57P04': [503, 'unavailable'],
  '57P05': [503, 'unavailable'],
  '25006': [503, 'unavailable'],
  '53100': [503, 'unavailable'],
  '53200': [503, 'unavailable'],
  '53300': [503, 'unavailable'],
  XX000: [503, 'unavailable'],
  ECONNREFUSED: [503, 'unavailable'],
  ECONNRESET: [503, 'unavailable'],
  ECONNABORTED: [503, 'unavailable'],
  EPIPE: [503, 'unavailable'],
  ETIMEDOUT: [503, 'unavailable'],
  ENOTFOUND: [503, 'unavailable'],
  EAI_AGAIN: [503, 'unavailable'],
  EHOSTUNREACH: [503, 'unavailable'],
  ENETUNREACH: [503, 'unavailable'],
  '40001': [409, 'rows_locked'],
  '40P01': [409, 'rows_locked'],
  '55P03': [409, 'rows_locked'],
  '57014': [503, 'overloaded'],
  '25P03': [503, 'overloaded'],
  '23505': [409, 'already_exists'],
  '22P02': [422, 'invalid_attribute'],
  '22003': [422, 'invalid_attribute'],
  '22021': [422, 'invalid_attribute'],
  '22P05': [422, 'invalid_attribute'],
  '54000': [422, 'invalid_attribute'],
  '54001': [422, 'invalid_attribute'],
};

describe('asApiError', () => {
  it.each(Object.entries(table))(
    'converts SQLSTATE %s to %p and hides the text of the error',
    (sqlstate, [status, code]) => {
      for (const error of [withCode(sqlstate), throughTypeOrm(sqlstate)]) {
        const answer = asApiError(error) as ApiError;
        expect(answer).toMatchObject({ status, code, cause: error });
        expect(answer.message).not.toContain('secret');
        expect(answer.headers?.['retry-after']).toEqual(
          status === 503 || code === 'rows_locked' ? expect.stringMatching(/^\d+$/) : undefined,
        );
      }
    },
  );

  it.each([['42P01'], ['42501'], ['23503'], ['23502'], ['XX001']])(
    'returns an error with SQLSTATE %s unchanged, so that it is logged and becomes a 500',
    (sqlstate) => {
      const error = withCode(sqlstate);
      expect(asApiError(error)).toBe(error);
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
  ])('returns unavailable for an error without a code and with the message "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
    expect(asApiError(new Error(message))).toMatchObject({ code: 'unavailable' });
  });

  it.each(['28P01', '28000', '3D000', '42501', undefined])(
    'returns unavailable for every failure to connect, for example with code %s',
    (code) => {
      const error = connectFailed(Object.assign(new Error('secret'), code && { code }));
      const wrapped = [error, new Error('pool', { cause: error }), new QueryFailedError('', [], error)];
      for (const each of wrapped)
        expect(asApiError(each)).toMatchObject({ status: 503, code: 'unavailable' });
    },
  );

  it('isUnavailable() ignores the message of an error that has a code', () => {
    expect(isUnavailable(Object.assign(new Error('Connection terminated'), { code: '22012' }))).toBe(false);
    expect(isUnavailable(new Error('something else'))).toBe(false);
  });

  it('sqlState() reads the code of an error or of its driver error', () => {
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

it('asApiError() returns an ApiError unchanged', () => {
  const ours = new ApiError('not_found', { detail: 'There is none.' });
  expect(asApiError(ours)).toBe(ours);
  expect(isUnavailable(ours)).toBe(false);
});
