import 'reflect-metadata';
import { runCommand } from './run-command';

async function main(): Promise<void> {
  const code = await runCommand(process.argv.slice(2), process.env, {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
  });
  // Exits explicitly, because a failed command can leave database connections open.
  if (code !== 0) process.exit(code);
}

void main();
