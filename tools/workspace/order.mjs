/**
 * Splits tasks into two concurrent runs of Nx: browser stories and builds, and all other tasks as one batch
 * (check.cjs). Within one run, Nx starts nothing concurrently with a batch. The batch uses the CPU while
 * stories wait for processes and browsers.
 */
export function storiesApart(tasks) {
  const isStory = ({ target }) => target === 'build' || /^e2e(?:-|$)/.test(target);
  return [{ tasks: tasks.filter(isStory), parallel: 2 }, { tasks: tasks.filter((task) => !isStory(task)) }];
}
