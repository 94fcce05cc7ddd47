import { createServer } from 'node:http';
import { createApp } from './app.js';
import { InstallationFile } from './installation-file.js';

const { AUTH_URL, APP_ID, APP_SECRET, WEBHOOK_SECRET, PORT = '4000' } = process.env;
if (!AUTH_URL || !APP_ID || !APP_SECRET || !WEBHOOK_SECRET) {
  console.error('AUTH_URL, APP_ID, APP_SECRET and WEBHOOK_SECRET must be set in .env (see README.md).');
  process.exit(1);
}

const app = createApp(
  { authUrl: AUTH_URL, id: APP_ID, secret: APP_SECRET, webhookSecret: WEBHOOK_SECRET },
  new InstallationFile('installations.json'),
);
createServer(app).listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${PORT}`));
