import { runBareServer } from './bare-server';
import { runBench } from './bench';

/** `npm run bench`; the same program is the bare server that the numbers are compared with. */
const [role] = process.argv.slice(2);
void (role === '--bare' ? runBareServer() : runBench(process.argv.slice(2)));
