/**
 * The same function, whose calls wait for the one before: a connection of Postgres does one thing at a time, and pg no longer keeps what comes too early.
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
