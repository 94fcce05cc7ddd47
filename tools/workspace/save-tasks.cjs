const { writeFileSync } = require('node:fs');

const cached = ['local-cache', 'local-cache-kept-existing', 'remote-cache'];
const notRun = ['skipped', 'stopped'];

/**
 * Nx plugin that saves the tasks of a run to the file at TASKS_OF_RUN. Nx itself writes all runs to the same
 * file (.nx/cache/run.json), so concurrent runs would overwrite each other's tasks.
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
