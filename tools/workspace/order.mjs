/**
 * The tasks of a run in the order of its runs. Stories, and the builds that some of them need, come before all else, which is one batch (check.cjs): Nx runs nothing
 * beside a batch. They wait for processes and browsers, so that six at a time suit two cores; with four, short ones keep the longest from its start.
 */
export function storiesFirst(tasks) {
  const isFirst = ({ target }) => target === 'build' || /^e2e(?:-|$)/.test(target);
  return [{ tasks: tasks.filter(isFirst), parallel: 6 }, { tasks: tasks.filter((task) => !isFirst(task)) }];
}
