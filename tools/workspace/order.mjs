/**
 * Splits tasks into two runs. Stories and builds come first, six at a time even on two cores, because
 * stories wait for processes and browsers. Everything else follows as one batch (check.cjs), beside which
 * Nx runs nothing.
 */
export function storiesFirst(tasks) {
  const isFirst = ({ target }) => target === 'build' || /^e2e(?:-|$)/.test(target);
  return [{ tasks: tasks.filter(isFirst), parallel: 6 }, { tasks: tasks.filter((task) => !isFirst(task)) }];
}
