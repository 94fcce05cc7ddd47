import { registration } from './registration';
import { createServer } from './server';
import { readSettings } from './settings';

async function main(): Promise<void> {
  // Prints the attributes for the registration of the app: `APP_URL=https://labels.example node main.js
  // --registration`.
  if (process.argv.includes('--registration')) {
    process.stdout.write(`${JSON.stringify(registration(process.env['APP_URL'] ?? ''))}\n`);
    return;
  }
  const settings = readSettings(process.env);
  // Makes the database readable only for the current user, because the database contains addresses of
  // customers.
  process.umask(0o077);
  const server = createServer(settings);
  const end = () => void server.close().then(() => process.exit(0));
  // `npm start` runs the app as a child process and disconnects when `npm start` exits.
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end);
  await server.listen({ host: settings.host, port: settings.port });
  process.stdout.write(`sample-app listens on ${settings.appUrl}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`sample-app: ${error.message}\n`);
  process.exit(1);
});
