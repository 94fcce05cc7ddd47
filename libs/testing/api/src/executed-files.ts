import { type Profiler, Session } from 'node:inspector/promises';

const RUNS = 5;

/** Production code of the repository, without the index files that only re-export. */
const production = /\/((?:apps|libs)\/(?!testing\/)(?:(?!node_modules|index\.ts|\.spec\.ts).)+\.ts)$/;

/** Matches the getter that the compiler adds to `exports` for each export. */
const exportGetter = /^get (\w+)\s*\(\)\s*\{\s*return \1;\s*\}$/;

/**
 * Repeats the work and returns the files of the repository of which every run calls a function, sorted. V8
 * counts the calls. Files that only timers run are omitted, because timers do not fire in every run.
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

/** Returns the files executed since the last call, which resets the counts of V8. */
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
