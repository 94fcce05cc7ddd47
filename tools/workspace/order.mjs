/**
 * Splits tasks into two runs of Nx for the same time: stories with builds, and everything else as one batch
 * (check.cjs), beside which one run of Nx would start nothing. Stories wait for processes and browsers; the batch uses
 * the processor meanwhile.
 */
export function storiesApart(tasks) {
  const isStory = ({ target }) => target === 'build' || /^e2e(?:-|$)/.test(target);
  return [{ tasks: tasks.filter(isStory), parallel: 4 }, { tasks: tasks.filter((task) => !isStory(task)) }];
}
