import { Worker } from 'node:worker_threads';
import { ApiError } from '@storewright/json-api';

/** How hard a password is to guess, from 0 to 4: 3 withstands 10^8 guesses and 4 withstands 10^10 (zxcvbn). */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** What is beyond says little more, and the estimate takes longer with the square of the length. Code points. */
const MAX_ESTIMATED = 64;
/** Far longer than a slow machine needs, ms. */
const limitMs = 20_000;

/** How long the thread waits for the next password, ms: who chooses one is often asked for another. */
const idleMs = 10_000;

/**
 * The lists are 120 MB while they are in use, take a third of a second to load, and an estimate may take a second of a processor: a thread of its own has both, from
 * the first of several passwords to the last. As text, so that it needs no file of its own in a build; the packages are those of this file.
 */
const estimate = `
  const { createRequire } = require('node:module');
  const { parentPort, workerData } = require('node:worker_threads');
  const load = createRequire(workerData.from);
  const { ZxcvbnFactory } = load('@zxcvbn-ts/core');
  const [common, en, de] = ['common', 'en', 'de'].map((each) => load('@zxcvbn-ts/language-' + each));
  const dictionary = { ...common.dictionary, ...en.dictionary, ...de.dictionary };
  const zxcvbn = new ZxcvbnFactory({ graphs: common.adjacencyGraphs, dictionary });
  const least = ({ passwords, words }) => Math.min(...passwords.map((each) => zxcvbn.check(each, words).score));
  parentPort.on('message', (asked) => parentPort.postMessage(least(asked)));
`;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** One at a time: whoever waits costs nothing. */
let last: Promise<unknown> = Promise.resolve();

/** That of the weakest form of a password. `words`: what a guesser who knows the person tries first. Throws `overloaded` where it takes too long. */
export function strengthOf(forms: readonly string[], words: readonly string[]): Promise<Strength> {
  const next = last.then(() => inThread(forms, words));
  last = next.catch(() => undefined);
  return next;
}

async function inThread(forms: readonly string[], words: readonly string[]): Promise<Strength> {
  clearTimeout(idle);
  thread ??= started();
  const strength = answerOf(thread);
  const passwords = forms.map((each) => [...each].slice(0, MAX_ESTIMATED).join(''));
  thread.postMessage({ passwords, words });
  try {
    return await strength;
  } catch (error) {
    end();
    throw error;
  } finally {
    idle = setTimeout(end, idleMs).unref();
  }
}

/** It keeps no process from ending. */
function started(): Worker {
  const worker = new Worker(estimate, { eval: true, workerData: { from: __filename } });
  // While nobody waits: the next password has a new one.
  worker.on('error', () => worker === thread && end());
  worker.unref();
  return worker;
}

function end(): void {
  void thread?.terminate();
  thread = undefined;
}

function answerOf(worker: Worker): Promise<Strength> {
  return new Promise<Strength>((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(tooLong())), limitMs);
    const answered = (score: Strength) => settle(() => resolve(score));
    const failed = (error: Error) => settle(() => reject(error));
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed);
      finish();
    };
    worker.on('message', answered).on('error', failed);
  });
}

function tooLong(): ApiError {
  return new ApiError('overloaded', {
    detail: 'The password could not be checked in time; please try again.',
    headers: { 'retry-after': '5' },
  });
}
