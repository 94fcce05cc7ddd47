import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Returns the sums of the test counts in the result files of the given Nx tasks. `unfinished` lists tasks
 * without a complete result file.
 */
export function countsOf(folder, tasks) {
  const counts = { passed: 0, failed: 0, skipped: 0, seconds: 0 };
  const lists = { failures: [], withoutChromium: [], unfinished: [] };
  for (const task of tasks) {
    const file = resolve(folder, fileOf(task));
    const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { interrupted: true };
    for (const kind of ['passed', 'failed', 'skipped', 'seconds']) counts[kind] += own[kind] ?? 0;
    for (const list of ['failures', 'withoutChromium']) lists[list].push(...(own[list] ?? []));
    if (own.interrupted) lists.unfinished.push(`${task.project}:${task.target}`);
  }
  return { ...counts, ...lists };
}

/** Returns the path of an Nx task's result file, which jest-count-reporter.cjs writes. */
export const fileOf = ({ project, target, shard }) =>
  `${project}/${target}${shard ? `.${shard.index}-of-${shard.count}` : ''}.json`;

/**
 * Counts Nx tasks by result: the task ran, the cache replayed it, or it did not run because a different task
 * failed.
 */
export function tasksOfRuns(planned, tasks) {
  const ended = new Set(tasks.map(({ projectName, target }) => `${projectName}:${target}`));
  const ran = tasks.filter(({ cacheStatus }) => cacheStatus === 'cache-miss').length;
  const notRun = planned.filter(({ project, target }) => !ended.has(`${project}:${target}`)).length;
  return { ran, replayed: tasks.length - ran, notRun };
}

export function sumOf(parts) {
  const sum = { ran: 0, replayed: 0, notRun: 0, passed: 0, failed: 0, skipped: 0 };
  for (const part of parts) for (const kind of Object.keys(sum)) sum[kind] += part[kind];
  return {
    ...sum,
    failures: parts.flatMap(({ failures }) => failures),
    withoutChromium: parts.flatMap(({ withoutChromium }) => withoutChromium),
    unfinished: parts.flatMap(({ unfinished }) => unfinished),
    green: parts.every(({ green }) => green),
  };
}

/**
 * Formats the summary at the end of a test run. Programs can parse `N passed, N failed` in the last line.
 */
export function lastLines({ ran, replayed, notRun, passed, failed, skipped, ...lists }) {
  const { failures, withoutChromium, unfinished } = lists;
  return [
    // Repeats the failures at the end, because a CI system may show only the last of thousands of lines.
    ...failures.flatMap(({ test, message }) => [
      `failed: ${test}`,
      ...message.split('\n').map((line) => `    ${line}`),
    ]),
    ...withoutChromium.map(({ file, tests }) => `not run without Chromium: ${file} (${tests} tests)`),
    ...unfinished.map((task) => `${task}: its tests did not finish`),
    `tasks: ${ran} ran, ${replayed} replayed from the cache${notRun ? `, ${notRun} not run` : ''}`,
    ...(skipped ? [`${skipped} skipped`] : []),
    `${passed} passed, ${failed} failed`,
  ];
}
