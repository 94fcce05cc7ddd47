import { Worker } from 'node:worker_threads';
import { ApiError } from '@storewright/json-api';

/**
 * Estimated strength of a password (zxcvbn). A password of strength 3 withstands 10^8 guesses, and of
 * strength 4 10^10 guesses.
 */
export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * Maximum number of code points that are estimated, because the time grows with the square of the length.
 */
const MAX_ESTIMATED_CODE_POINTS = 64;
/** Time limit for one estimate. Even a slow machine needs much less time. */
const TIMEOUT_MS = 20_000;

/** Time after which the idle worker thread ends. People often try several passwords in a row. */
const IDLE_MS = 10_000;

/**
 * Code of the worker thread. The dictionaries need 120 MB and load in 0.3 s, and one estimate can take a second of CPU
 * time. The thread ends after IDLE_MS, which frees the memory. The code is text so that a bundled build needs no
 * second file.
 */
const estimatorSource = `
  const { createRequire } = require('node:module');
  const { parentPort, workerData } = require('node:worker_threads');
  const load = createRequire(workerData.from);
  const { ZxcvbnFactory } = load('@zxcvbn-ts/core');
  const [common, en, de] = ['common', 'en', 'de'].map((each) => load('@zxcvbn-ts/language-' + each));
  const dictionary = { ...common.dictionary, ...en.dictionary, ...de.dictionary };
  const zxcvbn = new ZxcvbnFactory({ graphs: common.adjacencyGraphs, dictionary });
  const least = ({ passwords, words }) => Math.min(...passwords.map((each) => zxcvbn.check(each, words).score));
  parentPort.on('message', (request) => parentPort.postMessage(least(request)));
`;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Serializes estimates, so that at most one runs at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the strength of the weakest form of a password. The estimator guesses `words` first. Throws
 * `overloaded` after TIMEOUT_MS.
 */
export function strengthOf(forms: readonly string[], words: readonly string[]): Promise<Strength> {
  const next = last.then(() => inThread(forms, words));
  last = next.catch(() => undefined);
  return next;
}

async function inThread(forms: readonly string[], words: readonly string[]): Promise<Strength> {
  clearTimeout(idle);
  thread ??= startThread();
  const strength = nextScore(thread);
  const passwords = forms.map((each) => [...each].slice(0, MAX_ESTIMATED_CODE_POINTS).join(''));
  thread.postMessage({ passwords, words });
  try {
    return await strength;
  } catch (error) {
    end();
    throw error;
  } finally {
    idle = setTimeout(end, IDLE_MS).unref();
  }
}

/** Starts the worker thread. It does not keep the process alive. */
function startThread(): Worker {
  const worker = new Worker(estimatorSource, { eval: true, workerData: { from: __filename } });
  // Handles errors of an idle thread. The next estimate starts a new thread.
  worker.on('error', () => worker === thread && end());
  worker.unref();
  return worker;
}

function end(): void {
  void thread?.terminate();
  thread = undefined;
}

function nextScore(worker: Worker): Promise<Strength> {
  return new Promise<Strength>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(checkTimedOut())), TIMEOUT_MS);
    const onMessage = (score: Strength) => settle(() => resolve(score));
    const onError = (error: Error) => settle(() => reject(error));
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError);
      finish();
    };
    worker.on('message', onMessage).on('error', onError);
  });
}

function checkTimedOut(): ApiError {
  return new ApiError('overloaded', {
    detail: 'The password check took too long. Try again.',
    headers: { 'retry-after': '5' },
  });
}
