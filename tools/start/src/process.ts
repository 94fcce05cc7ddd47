import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { StartError } from './start-error';

export type Environment = Record<string, string>;

/** A service as a process of its own, whose log goes to a file. */
export interface ServiceProcess {
  name: string;
  process: ChildProcess;
  log: string;
  /** Ends it in good order; resolves when it is gone. */
  stop(): Promise<void>;
}

/** How long a service may take to answer after its start, in ms. */
const startTimeoutMs = 60_000;

export function startService(
  name: string,
  program: string,
  environment: Environment,
  log: string,
): ServiceProcess {
  const file = openSync(log, 'w');
  // Not in our group: Ctrl-C reaches us alone, and we end the services one after another. Should we be killed, the channel closes and
  // they end by themselves.
  const child = spawn(process.execPath, [program], {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', file, file, 'ipc'],
    detached: true,
  });
  closeSync(file);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => {
    child.kill('SIGTERM');
    return gone;
  };
  return { name, process: child, log, stop };
}

/** Waits until the service says it is ready. Throws with its last words when it ends before. */
export async function untilReady(service: ServiceProcess, port: number): Promise<void> {
  for (const end = Date.now() + startTimeoutMs; Date.now() < end;) {
    if (service.process.exitCode !== null || service.process.signalCode !== null) {
      throw new StartError(`${service.name} did not start: ${lastLine(service.log)}`);
    }
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new StartError(
    `${service.name} did not answer within ${startTimeoutMs / 1000} s; its log is ${service.log}.`,
  );
}

/** Runs a command of the operator to its end and gives its line. */
export async function runCommand(
  program: string,
  words: string[],
  environment: Environment,
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
      env: { ...inherited(), ...environment },
    });
    return stdout.trim();
  } catch (error) {
    const { stderr, signal, message } = error as { stderr?: string; signal?: string; message: string };
    if (signal) throw new StartError(`the operator's command "${words[0]}" was ended by ${signal}.`);
    throw new StartError(stderr?.trim().split('\n').at(-1) || message);
  }
}

/** Why nothing can listen there, as a code such as EADDRINUSE; undefined where it can. */
export function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Only what a program needs from outside; settings are given one by one. */
function inherited(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS', 'SystemRoot'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]!]])),
  );
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/readyz', timeout: 2000, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    sent.once('error', () => resolve(false));
    sent.once('timeout', () => sent.destroy());
    sent.end();
  });
}

/** Where a service that is ready has its metrics, as it said. */
export function metricsUrlOf({ log }: ServiceProcess): string {
  return / has metrics at (\S+)/.exec(readFileSync(log, 'utf8'))![1]!;
}

function lastLine(log: string): string {
  return readFileSync(log, 'utf8').trim().split('\n').at(-1) || `it said nothing; its log is ${log}`;
}
