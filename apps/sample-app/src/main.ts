import { registration } from './registration';
import { createServer } from './server';
import { readSettings } from './settings';

async function main(): Promise<void> {
  // Prints the attributes to register as JSON: `APP_URL=https://labels.example node main.js --registration`.
  if (process.argv.includes('--registration')) {
    process.stdout.write(`${JSON.stringify(registration(process.env['APP_URL'] ?? ''))}\n`);
    return;
  }
  const settings = readSettings(process.env);
  // Lets only this user read the database, because it contains addresses of customers.
  process.umask(0o077);
  const server = createServer(settings);
  const end = () => void server.close().then(() => process.exit(0));
  // `disconnect` means that the parent process exited (npm start).
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, end);
  await server.listen({ host: settings.host, port: settings.port });
  process.stdout.write(`sample-app listens on ${settings.appUrl}\n`);
}

main().catch((error: Error) => {
  process.stderr.write(`sample-app: ${error.message}\n`);
  process.exit(1);
});
