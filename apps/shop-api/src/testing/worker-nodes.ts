import { execFileSync } from 'node:child_process';

/**
 * Shell commands that kill and start a worker node of the Citus test cluster. The port of the node is their
 * last argument.
 */
const [kill, start] = [process.env['CITUS_KILL_NODE'], process.env['CITUS_START_NODE']];

export const canKillNodes = kill !== undefined && start !== undefined;

const run = (command: string, port: number) => execFileSync('sh', ['-c', `${command} ${port}`]);

export const killNode = (port: number): void => void run(kill!, port);
export const startNode = (port: number): void => void run(start!, port);
