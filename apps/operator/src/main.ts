import 'reflect-metadata';
import { createOwnerCommand, createShopCommand, setStatusCommand } from './directory.commands';
import { migrateCommand } from './migrate.command';

type Command = (environment: NodeJS.ProcessEnv, options: ReadonlyMap<string, string>) => Promise<string>;

const commands: Record<string, { run: Command; usage: string }> = {
  migrate: { run: migrateCommand, usage: '' },
  'create-owner': { run: createOwnerCommand, usage: '--email E --name N  (password on OWNER_PASSWORD)' },
  'create-shop': {
    run: createShopCommand,
    usage: '--domain D --name N --owner EMAIL [--title T] [--description T]',
  },
  'suspend-shop': {
    run: (environment, options) => setStatusCommand(environment, options, 'suspended'),
    usage: '--domain D',
  },
  'resume-shop': {
    run: (environment, options) => setStatusCommand(environment, options, 'active'),
    usage: '--domain D',
  },
};

/** What whoever runs the platform does by hand: one command, one line of answer, exit code 0 or 1. */
async function main([name = '', ...rest]: string[]): Promise<void> {
  const command = commands[name];
  if (!command) {
    const usage = Object.entries(commands).map(([each, { usage }]) => `  ${each} ${usage}`);
    process.stderr.write(`commands:\n${usage.join('\n')}\n`);
    process.exit(2);
  }
  try {
    process.stdout.write(`${await command.run(process.env, optionsOf(rest))}\n`);
  } catch (error) {
    process.stderr.write(`${name}: ${(error as Error).message.split('\n')[0]}\n`);
    process.exit(1);
  }
}

/** `--name value` pairs. */
function optionsOf(words: string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const [name, value] = [words[at]!, words[at + 1]];
    if (!name.startsWith('--') || value === undefined) throw new Error(`"${name}" is not "--option value"`);
    options.set(name.slice(2), value);
  }
  return options;
}

void main(process.argv.slice(2));
