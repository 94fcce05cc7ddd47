import { Worker } from 'node:worker_threads';
import { ApiError } from '@storewright/json-api';

/**
 * Estimated strength of a password (zxcvbn score). Strength 3 withstands 10^8 guesses, and strength 4
 * withstands 10^10 guesses.
 */
export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * Maximum number of code points that a password strength estimate reads, because the duration of an estimate
 * grows with the square of the length.
 */
const MAX_ESTIMATED_CODE_POINTS = 64;
/** Timeout for one password strength estimate. Even a slow machine needs much less time. */
const ESTIMATE_TIMEOUT_MS = 20_000;

/**
 * Timeout for the start of the worker thread that estimates password strength. The timeout is long, because
 * `npm start` creates the first owner while all services start.
 */
const START_TIMEOUT_MS = 60_000;

/**
 * Milliseconds after which the idle worker thread for password strength ends. A running thread speeds up the
 * next attempt of a person to choose a password.
 */
const IDLE_MS = 10_000;

/**
 * Code of the worker thread for password strength estimates. The thread ends when idle, because its
 * dictionaries need 120 MB. The code is a string, so that a bundled build needs no second file.
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
  parentPort.postMessage('ready');
`;

interface Thread {
  worker: Worker;
  ready: Promise<unknown>;
}

let thread: Thread | undefined;
let idle: NodeJS.Timeout | undefined;

/** Serializes password strength estimates, so that at most one runs at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the strength of the weakest variant of a password. The estimator first tries `words`. Throws
 * `overloaded` after ESTIMATE_TIMEOUT_MS.
 */
export function strengthOf(forms: readonly string[], words: readonly string[]): Promise<Strength> {
  const next = last.then(() => inThread(forms, words));
  last = next.catch(() => undefined);
  return next;
}

async function inThread(forms: readonly string[], words: readonly string[]): Promise<Strength> {
  clearTimeout(idle);
  const passwords = forms.map((each) => [...each].slice(0, MAX_ESTIMATED_CODE_POINTS).join(''));
  try {
    thread ??= startThread();
    await thread.ready;
    const strength = nextMessage<Strength>(thread.worker, ESTIMATE_TIMEOUT_MS);
    thread.worker.postMessage({ passwords, words });
    return await strength;
  } catch (error) {
    end();
    throw error;
  } finally {
    idle = setTimeout(end, IDLE_MS).unref();
  }
}

/** Starts the worker thread for password strength estimates, which does not keep the process alive. */
function startThread(): Thread {
  const worker = new Worker(estimatorSource, { eval: true, workerData: { from: __filename } });
  // Handles errors of an idle worker thread. The next password strength estimate starts a new thread.
  worker.on('error', () => worker === thread?.worker && end());
  worker.unref();
  return { worker, ready: nextMessage<'ready'>(worker, START_TIMEOUT_MS) };
}

function end(): void {
  void thread?.worker.terminate();
  thread = undefined;
}

/** Returns the next message of the worker thread. Throws `overloaded` after `timeout` milliseconds. */
function nextMessage<T>(worker: Worker, timeout: number): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(checkTimedOut())), timeout);
    const onMessage = (message: T) => settle(() => resolve(message));
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
