/**
 * Serializes the calls of an asynchronous function. A Postgres connection runs one statement at a time, and
 * pg does not queue concurrent statements.
 */
export function oneAtATime<Words extends unknown[], T>(
  ask: (...words: Words) => Promise<T>,
): (...words: Words) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (...words) => {
    const answer = last.then(() => ask(...words));
    last = answer.catch(() => undefined);
    return answer;
  };
}
