/**
 * Roles of this program: the benchmarks of the npm scripts, and child processes such as baseline servers,
 * attackers and webhook receivers. Each role loads only its own modules, because an attack starts a dozen
 * processes.
 */
const roles: Record<string, () => Promise<unknown>> = {
  '--attack': async () => (await import('./attack')).runAttack(words),
  '--faults': async () => (await import('./faults')).runFaults(words),
  '--ledger': async () => (await import('./ledger')).runLedger(words.slice(1)),
  '--drill': async () => (await import('./drill')).runDrill(words),
  '--simulate': async () => (await import('./simulate')).runSimulate(words.slice(1)),
  '--soak': async () => (await import('./soak')).runSoak(words.slice(1)),
  '--flood': async () => (await import('./attack/flood')).runFlood(),
  '--contenders': async () => (await import('./attack/locks/send')).runContenders(),
  '--hostile-bodies': async () => (await import('./attack/bodies')).runHostileBodies(),
  '--hostile-connections': async () => (await import('./attack/connections')).runHostileConnections(),
  '--least-server': async () => (await import('./attack/refusals')).runLeastServer(),
  '--observed': async () => (await import('./attack/observed')).runObserved(words.slice(1)),
  '--bare': async () => (await import('./bare-server')).runBareServer(),
  '--bare-exchange': async () => (await import('./bare-exchange')).runBareExchange(),
  '--bare-sender': async () => (await import('./webhooks/bare-sender')).runBareSender(),
  '--bare-store': async () => (await import('./store/bare-store')).runBareStore(),
  '--bare-writes': async () => (await import('./writes/bare-writes')).runBareWrites(),
  '--receivers': async () => (await import('./webhooks/receivers')).runReceivers(),
};
const words = process.argv.slice(2);
const role = roles[words[0] ?? ''];
const running = role ? role() : import('./bench').then(({ runBench }) => runBench(words));
running.catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  // Exits although a child process or a connection may still be open.
  process.exit(1);
});
