export function reasonsIn(log: string): string[] {
  return log
    .split('\n')
    .filter((line) => /(FATAL|PANIC|ERROR|HINT|error|could not)/.test(line))
    .map((line) => line.replace(/^[\d-]+ [\d:.]+ \w+ \[\d+\] /, ''));
}
