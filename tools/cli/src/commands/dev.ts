import type { Command } from '../command-line';

const usage = `storewright dev [<folder>] [--auth-url <address>] [--email <email>] [--shop <domain>] [--port <port>]

In an empty folder, the command first creates an app in TypeScript. It installs the packages, signs you in, registers
the app, creates a test shop, installs the app there, forwards the events of the shop as signed webhooks, and starts
the app again after each change.

  <folder>    folder of the app (default: the current folder)
  --auth-url  URL of the auth API (default: AUTH_URL in .env, else that of the last login)
  --email     signs in by password instead of in the browser
  --shop      domain of one of your test shops (default: the shop of this folder, else a new one)
  --port      port of a new app (default: the first free port from 4000)
`;

/** Imports the implementation of the command on demand, because few users run the command. */
export const dev: Command = {
  usage,
  summary: 'Runs the app of a folder in a test shop until Ctrl-C, and creates an app in an empty folder.',
  example: 'storewright dev parcel-labels --auth-url http://localhost:3001',
  run: async (words, terminal) => (await import('../dev/development')).develop(words, terminal, usage),
};
