import { Worker } from 'node:worker_threads';
import { ApiError } from '@storewright/json-api';

/** How hard a password is to guess, from 0 to 4: 3 withstands 10^8 guesses and 4 withstands 10^10 (zxcvbn). */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** What is beyond says little more, and the estimate takes longer with the square of the length. Code points. */
const MAX_ESTIMATED = 64;
/** Far longer than a slow machine needs, ms. */
const limitMs = 20_000;

/**
 * The lists are 120 MB while they are in use, and an estimate may take a second of a processor: a thread of its own has both for one password, which is rare.
 * As text, so that it needs no file of its own in a build; the packages are those of this file.
 */
const estimate = `
  const { createRequire } = require('node:module');
  const { parentPort, workerData } = require('node:worker_threads');
  const load = createRequire(workerData.from);
  const { ZxcvbnFactory } = load('@zxcvbn-ts/core');
  const [common, en, de] = ['common', 'en', 'de'].map((each) => load('@zxcvbn-ts/language-' + each));
  const dictionary = { ...common.dictionary, ...en.dictionary, ...de.dictionary };
  const { score } = new ZxcvbnFactory({ graphs: common.adjacencyGraphs, dictionary }).check(workerData.password, workerData.words);
  parentPort.postMessage(score);
`;

/** One at a time: whoever waits costs nothing. */
let last: Promise<unknown> = Promise.resolve();

/** `words`: what a guesser who knows the person tries first. Throws `overloaded` where it takes too long. */
export function strengthOf(password: string, words: readonly string[]): Promise<Strength> {
  const next = last.then(() => inThread(password, words));
  last = next.catch(() => undefined);
  return next;
}

function inThread(password: string, words: readonly string[]): Promise<Strength> {
  const shortened = [...password].slice(0, MAX_ESTIMATED).join('');
  const worker = new Worker(estimate, {
    eval: true,
    workerData: { from: __filename, password: shortened, words },
  });
  return new Promise<Strength>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLong()), limitMs);
    worker.once('message', (score: Strength) => resolve(score));
    worker.once('error', reject);
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}

function tooLong(): ApiError {
  return new ApiError('overloaded', {
    detail: 'The password could not be checked in time; please try again.',
    headers: { 'retry-after': '5' },
  });
}
