const messages = {
  unavailable: 'the database is unavailable',
  rows_locked: 'other transactions hold the rows',
  values_taken: 'other transactions took each free value',
  timed_out: 'the statement or transaction exceeded its time limit',
  pool_exhausted: 'no connection became free in time',
  duplicate: 'a row with this unique value exists',
  value_out_of_range: 'the database cannot store or compare a value',
};

export type DatabaseProblem = keyof typeof messages;

/** Replaces an error of pg or TypeORM that has a known reason. `cause` is the original error, for the log. */
export class DatabaseError extends Error {
  constructor(
    readonly problem: DatabaseProblem,
    cause?: unknown,
  ) {
    super(messages[problem], { cause });
  }
}
