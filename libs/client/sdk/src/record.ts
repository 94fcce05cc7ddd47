/**
 * Entry point `@storewright/sdk/record`: records the API contract of an app while the app's tests run. Load
 * this module with `node --import @storewright/sdk/record`, or as a setup file of a test runner.
 */
import { INSTALLED_RECORDER } from './installed-recorder';
import { type Contract, ContractRecorder } from './recorder';

export { type Contract, ContractRecorder };

interface FileSystem {
  existsSync(path: string): boolean;
  mkdirSync(path: string): void;
  readFileSync(path: string, encoding: 'utf8'): string;
  renameSync(from: string, to: string): void;
  rmdirSync(path: string): void;
  writeFileSync(path: string, text: string): void;
}

interface NodeProcess {
  pid: number;
  env: Record<string, string | undefined>;
  getBuiltinModule?(name: string): unknown;
}

/**
 * Maximum time in milliseconds to wait for the lock on the contract file. A process that holds the lock longer
 * is treated as killed.
 */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_MS = 5;

/**
 * Returns a contract recorder that writes each new name to the file immediately, so that no name is lost when
 * the process ends.
 */
function fileRecorder(file: string, fs: FileSystem, pid: number): ContractRecorder {
  let isWriting = false;
  return new ContractRecorder((recorder) => {
    // Prevents recursion, because merging the stored contract also calls this function.
    if (isWriting) return;
    isWriting = true;
    try {
      locked(fs, `${file}.lock`, () => write(fs, file, { recorder, pid }));
    } finally {
      isWriting = false;
    }
  });
}

/** Merges the names in the contract file into the recorder, then replaces the file. */
function write(
  fs: FileSystem,
  file: string,
  { recorder, pid }: { recorder: ContractRecorder; pid: number },
): void {
  const stored = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (stored) recorder.merge(parsed(stored, file));
  const text = recorder.toString();
  if (text === stored) return;
  const temporary = `${file}.${pid}`;
  fs.writeFileSync(temporary, text);
  fs.renameSync(temporary, file);
}

function parsed(text: string, file: string): Contract {
  try {
    const contract = JSON.parse(text) as Partial<Contract>;
    if (contract.version === 1 && contract.resources && contract.events) return contract as Contract;
  } catch {
    // The error below describes invalid JSON too.
  }
  throw new Error(`${file} is not a contract of version 1. Delete the file and run the tests again.`);
}

/**
 * Runs a function while no other process writes the contract file. The lock is a folder, because creating a
 * folder is atomic.
 */
function locked(fs: FileSystem, lock: string, run: () => void): void {
  for (let waited = 0; ; waited += RETRY_MS) {
    try {
      fs.mkdirSync(lock);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
      // Takes over the lock, because the process that holds the lock was probably killed.
      if (waited >= LOCK_TIMEOUT_MS) break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
  try {
    run();
  } finally {
    fs.rmdirSync(lock);
  }
}

const { process } = globalThis as { process?: NodeProcess };
const fileSystem = process?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
if (process && fileSystem) {
  const file = process.env['STOREWRIGHT_CONTRACT'] || 'storewright.contract.json';
  const recorder = fileRecorder(file, fileSystem, process.pid);
  (globalThis as { [INSTALLED_RECORDER]?: ContractRecorder })[INSTALLED_RECORDER] = recorder;
}
