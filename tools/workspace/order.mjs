/**
 * Splits tasks into two concurrent runs of Nx: stories with builds, and all other tasks as one batch
 * (check.cjs). A single run of Nx would start nothing beside a batch. The batch uses the processor while
 * stories wait for processes and browsers.
 */
export function storiesApart(tasks) {
  const isStory = ({ target }) => target === 'build' || /^e2e(?:-|$)/.test(target);
  return [{ tasks: tasks.filter(isStory), parallel: 2 }, { tasks: tasks.filter((task) => !isStory(task)) }];
}
