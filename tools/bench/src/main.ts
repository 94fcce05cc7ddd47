import { runAttack } from './attack';
import { runHostileBodies } from './attack/bodies';
import { runHostileConnections } from './attack/connections';
import { runFlood } from './attack/flood';
import { runObserved } from './attack/observed';
import { runLeastServer } from './attack/refusals';
import { runBareExchange } from './bare-exchange';
import { runBareServer } from './bare-server';
import { runBench } from './bench';
import { runDrill } from './drill';
import { runFaults } from './faults';
import { runLedger } from './ledger';
import { runSimulate } from './simulate';
import { runSoak } from './soak';
import { runBareStore } from './store/bare-store';
import { runBareWrites } from './writes/bare-writes';
import { runBareSender } from './webhooks/bare-sender';
import { runReceivers } from './webhooks/receivers';

/** `npm run bench`, `npm run attack`, `npm run faults`, `npm run drill:restore`, `npm run ledger`, `npm run soak` and `npm run simulate`; the same program is what the numbers are compared with, and who receives webhooks. */
const roles: Record<string, () => void> = {
  '--attack': () => void runAttack(words),
  '--faults': () => void runFaults(words),
  '--ledger': () => void runLedger(words.slice(1)),
  '--drill': () => void runDrill(words),
  '--simulate': () => runSimulate(words.slice(1)),
  '--soak': () => void runSoak(words.slice(1)),
  '--flood': runFlood,
  '--hostile-bodies': runHostileBodies,
  '--hostile-connections': runHostileConnections,
  '--least-server': runLeastServer,
  '--observed': () => runObserved(words.slice(1)),
  '--bare': runBareServer,
  '--bare-exchange': runBareExchange,
  '--bare-sender': runBareSender,
  '--bare-store': runBareStore,
  '--bare-writes': runBareWrites,
  '--receivers': runReceivers,
};
const words = process.argv.slice(2);
const role = roles[words[0] ?? ''];
if (role) role();
else void runBench(words);
