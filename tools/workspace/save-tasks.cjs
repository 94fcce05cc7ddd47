const { writeFileSync } = require('node:fs');

const cached = ['local-cache', 'local-cache-kept-existing', 'remote-cache'];
const notRun = ['skipped', 'stopped'];

/**
 * Plugin of Nx: saves the tasks of a run to the file in TASKS_OF_RUN. Nx has a file of its own for all runs
 * (.nx/cache/run.json), which runs at the same time overwrite.
 */
module.exports = {
  name: 'save-tasks',
  async postTasksExecution(_options, { taskResults }) {
    const file = process.env.TASKS_OF_RUN;
    if (!file) return;
    const tasks = Object.values(taskResults)
      .filter(({ status }) => !notRun.includes(status))
      .map(({ task, status }) => ({
        projectName: task.target.project,
        target: task.target.target,
        cacheStatus: cached.includes(status) ? 'cache-hit' : 'cache-miss',
        startTime: task.startTime,
        endTime: task.endTime,
      }));
    writeFileSync(file, JSON.stringify(tasks));
  },
};
