import { type Profiler, Session } from 'node:inspector/promises';

const RUNS = 20;

/**
 * Matches the path of a production source file. Index files are excluded because they contain only exports.
 */
const production = /\/((?:apps|libs)\/(?!testing\/)(?:(?!node_modules|index\.ts|\.spec\.ts).)+\.ts)$/;

/** Matches the getter that the TypeScript compiler adds to `exports` for each export. */
const exportGetter = /^get (\w+)\s*\(\)\s*\{\s*return \1;\s*\}$/;

/**
 * Runs `work` several times. Returns the sorted paths of the source files in which every run called a
 * function, according to V8's coverage counters. Omits files that only timers execute, because timers do not
 * fire in every run.
 */
export async function executedFiles(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Debugger.enable');
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    await filesSinceLast(session);
    let files: string[] | undefined;
    for (let run = 0; run < RUNS; run += 1) {
      await work();
      const executed = await filesSinceLast(session);
      files = files?.filter((file) => executed.includes(file)) ?? executed;
    }
    return files!.sort();
  } finally {
    session.disconnect();
  }
}

async function filesSinceLast(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files: string[] = [];
  for (const script of result) {
    const file = production.exec(script.url)?.[1];
    if (file !== undefined && (await isExecuted(session, script))) files.push(file);
  }
  return files;
}

async function isExecuted(
  session: Session,
  { scriptId, functions }: Profiler.ScriptCoverage,
): Promise<boolean> {
  const called = functions.flatMap(({ functionName, ranges: [whole] }) =>
    whole!.count > 0 ? [{ functionName, ...whole! }] : [],
  );
  if (called.some(({ functionName }) => !functionName.startsWith('get '))) return true;
  if (called.length === 0) return false;
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
  return called.some(
    ({ startOffset, endOffset }) => !exportGetter.test(scriptSource.slice(startOffset, endOffset)),
  );
}
