/** Returns the error lines in the output of a Postgres program, without timestamps and process ids. */
export function reasonsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|error|could not)/.test(line))
    .map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ''));
}
