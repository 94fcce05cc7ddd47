import { runAttack } from './attack';
import { runHostileConnections } from './attack/connections';
import { runFlood } from './attack/flood';
import { runBareServer } from './bare-server';
import { runBench } from './bench';
import { runBareStore } from './store/bare-store';
import { runBareSender } from './webhooks/bare-sender';
import { runReceivers } from './webhooks/receivers';

/** `npm run bench` and `npm run attack`; the same program is what the numbers are compared with, and who receives webhooks. */
const roles: Record<string, () => void> = {
  '--attack': () => void runAttack(words),
  '--flood': runFlood,
  '--hostile-connections': runHostileConnections,
  '--bare': runBareServer,
  '--bare-sender': runBareSender,
  '--bare-store': runBareStore,
  '--receivers': runReceivers,
};
const words = process.argv.slice(2);
const role = roles[words[0] ?? ''];
if (role) role();
else void runBench(words);
