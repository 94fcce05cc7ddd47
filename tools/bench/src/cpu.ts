import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** ms of CPU that a process has used; undefined where the system does not tell. */
export function cpuOf(pid: number | undefined): number | undefined {
  const fields = pid === undefined ? undefined : fieldsOf(String(pid));
  return fields && usedBy(fields);
}

/** ms of CPU that the server's processes of this database user have used; undefined where the system does not tell. `postmaster`: its pid. */
export function cpuOfBackends(postmaster: number, user: string): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  let used = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(pid);
    if (!fields || Number(fields[1]) !== postmaster || !titleOf(pid).startsWith(`postgres: ${user} `))
      continue;
    used += usedBy(fields);
  }
  return used;
}

/** ms of CPU of the postmaster, of its processes, and of those that have ended; undefined where the system does not tell. */
export function cpuOfServer(postmaster: number): number | undefined {
  const own = fieldsOf(String(postmaster));
  if (!own) return undefined;
  let used = usedBy(own) + usedByEnded(own);
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = fieldsOf(pid);
    if (fields && Number(fields[1]) === postmaster) used += usedBy(fields);
  }
  return used;
}

/** Of all processors together since the system began, in ms: in use, and at all. */
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

/** How much of the processors was in use between the two, by whomever: 1 is all of them. */
export function busyOf(before: ProcessorTimes, after: ProcessorTimes): number {
  return (after.busy - before.busy) / (after.all - before.all);
}

/** Bytes of memory that a process holds, and the most that it has held; undefined where the system does not tell. */
export function memoryOf(pid: number | undefined): { now: number; largest: number } | undefined {
  const status = pid === undefined ? undefined : read(`/proc/${pid}/status`);
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status ?? '')?.[1]) * 1024;
  return status === undefined ? undefined : { now: of('VmRSS'), largest: of('VmHWM') };
}

/** proc(5): what follows the name in brackets; the parent is the 2nd of it, utime and stime are the 12th and 13th, in hundredths of a second. */
function fieldsOf(pid: string): string[] | undefined {
  return read(`/proc/${pid}/stat`)?.split(') ')[1]?.split(' ');
}

const usedBy = (fields: readonly string[]) => (Number(fields[11]) + Number(fields[12])) * 10;

/** The 14th and 15th are those of children that were waited for. */
const usedByEnded = (fields: readonly string[]) => (Number(fields[13]) + Number(fields[14])) * 10;

const titleOf = (pid: string) => read(`/proc/${pid}/cmdline`) ?? '';

/** A process may end meanwhile. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
