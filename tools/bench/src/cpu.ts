import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Returns the CPU milliseconds that a process has used, or undefined if /proc is missing. */
export function cpuOf(pid: number | undefined): number | undefined {
  const fields = pid === undefined ? undefined : statFields(String(pid));
  return fields && ownCpu(fields);
}

/**
 * Returns the CPU milliseconds of the running Postgres backends of a database user, or undefined if /proc is
 * missing. `postmaster` is the process id of the Postgres server.
 */
export function cpuOfBackends(postmaster: number, user: string): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const isOfUser = ({ pid }: ServerProcess) =>
    (read(`/proc/${pid}/cmdline`) ?? '').startsWith(`postgres: ${user} `);
  return sumOfCpu(childrenOf(postmaster).filter(isOfUser));
}

/**
 * Returns the CPU milliseconds of a whole Postgres server, including exited processes, or undefined if /proc
 * is missing.
 */
export function cpuOfServer(postmaster: number): number | undefined {
  const own = statFields(String(postmaster));
  // Adds the CPU time of exited child processes (fields 14 and 15) and of running child processes.
  return own && ownCpu(own) + ticksToMs(own[13], own[14]) + sumOfCpu(childrenOf(postmaster));
}

/** Returns the process id of the parent process, or undefined if /proc is missing. */
export function parentOf(pid: number): number | undefined {
  const fields = statFields(String(pid));
  return fields && Number(fields[1]);
}

/** CPU milliseconds of all processors since boot: busy time and total time. */
export interface ProcessorTimes {
  busy: number;
  all: number;
}

export function processorTimes(): ProcessorTimes {
  const times = { busy: 0, all: 0 };
  for (const { times: each } of cpus()) {
    const all = Object.values(each).reduce((sum, ms) => sum + ms, 0);
    times.all += all;
    times.busy += all - each.idle;
  }
  return times;
}

/** Returns the share of busy CPU time between two readings, from 0 to 1. */
export function busyShare(before: ProcessorTimes, after: ProcessorTimes): number {
  return (after.busy - before.busy) / (after.all - before.all);
}

/**
 * Returns the current and the peak resident memory of a process in bytes, or undefined if /proc is missing.
 */
export function memoryOf(pid: number | undefined): { now: number; largest: number } | undefined {
  const status = pid === undefined ? undefined : read(`/proc/${pid}/status`);
  const bytesOf = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status ?? '')?.[1]) * 1024;
  return status === undefined ? undefined : { now: bytesOf('VmRSS'), largest: bytesOf('VmHWM') };
}

interface ServerProcess {
  pid: string;
  fields: readonly string[];
}

function childrenOf(parent: number): ServerProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const fields = statFields(pid);
      return fields && Number(fields[1]) === parent ? [{ pid, fields }] : [];
    });
}

const sumOfCpu = (all: readonly ServerProcess[]) => all.reduce((sum, { fields }) => sum + ownCpu(fields), 0);

/** Returns the fields of /proc/<pid>/stat that follow the process name in parentheses (proc(5)). */
function statFields(pid: string): string[] | undefined {
  return read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ');
}

const ownCpu = (fields: readonly string[]) => ticksToMs(fields[11], fields[12]);

/** Converts clock ticks (hundredths of a second) to milliseconds. */
const ticksToMs = (user: string | undefined, system: string | undefined) =>
  (Number(user) + Number(system)) * 10;

/** Reads a file in /proc. Returns undefined if the process has exited. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
