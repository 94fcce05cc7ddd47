/**
 * The tasks of a run as two runs side by side. Stories, and the builds that some of them need, are one: the longest takes minutes, and Nx, which begins with what
 * most depends on, would leave it to the end, alone. They wait for processes and browsers most of the time, so that four at a time suit two cores, and
 * everything else goes `behind` them, on what they leave of the processors.
 */
export function storiesFirst(tasks) {
  const isFirst = ({ target }) => target === 'build' || /^e2e(?:-|$)/.test(target);
  return [
    { tasks: tasks.filter(isFirst), parallel: 4 },
    { tasks: tasks.filter((task) => !isFirst(task)), parallel: 2, behind: true },
  ];
}
