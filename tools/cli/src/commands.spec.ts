import { commands, helpOf, overview } from './commands';

describe.each(Object.entries(commands))('storewright %s --help', (name, command) => {
  it('describes the command in one sentence', () => {
    expect(command.summary).toMatch(/^[A-Z][a-z]+s,? [^.]*\.$/);
    expect(overview()).toContain(`  ${command.summary}\n`);
  });

  it('prints the syntax, and an example that uses only options in the syntax', () => {
    expect(command.usage).toMatch(new RegExp(`^storewright ${name}\\b`));
    expect(command.example).toMatch(new RegExp(`^storewright ${name}\\b`));
    for (const [option] of command.example.matchAll(/--[a-z-]+/g)) expect(command.usage).toContain(option);
    expect(helpOf(command)).toContain(`\n\nExample:\n  ${command.example}\n`);
  });

  it('prints lines of at most 120 characters', () => {
    for (const line of helpOf(command).split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });
});

it('storewright --help prints one line of at most 120 characters for every command', () => {
  const lines = overview().split('\n');
  expect(lines.slice(0, Object.keys(commands).length).map((line) => line.trim().split(' ')[0])).toEqual(
    Object.keys(commands),
  );
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
});
