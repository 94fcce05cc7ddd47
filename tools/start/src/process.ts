import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { StartError } from './start-error';

export type Environment = Record<string, string>;

const START_TIMEOUT_MS = 60_000;

interface Program {
  name: string;
  file: string;
  port: number;
  environment: Environment;
  log: string;
  nodeOptions?: readonly string[];
  isShown?: boolean;
}

/** A service in a separate process that can be restarted. */
export class ServiceProcess {
  private child: ChildProcess;
  private exited: Promise<void>;
  private onExit: () => void = () => undefined;

  private constructor(private readonly program: Program) {
    writeFileSync(program.log, '');
    [this.child, this.exited] = this.launch();
  }

  static start(program: Program): ServiceProcess {
    return new ServiceProcess(program);
  }

  get name(): string {
    return this.program.name;
  }

  get file(): string {
    return this.program.file;
  }

  get log(): string {
    return this.program.log;
  }

  /** Calls the listener if the process exits without a call of `stop` or `restart`. */
  onUnexpectedExit(listener: () => void): void {
    this.onExit = listener;
  }

  /**
   * Waits until the service reports that it is ready. If the process exits first, throws an error with the
   * reason from the service's log.
   */
  async ready(): Promise<void> {
    const { child, name, log } = this;
    for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end;) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new StartError(`${name} did not start: ${reasonIn(log)}`);
      if (await isReady(this.program.port)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new StartError(`${name} did not respond within ${START_TIMEOUT_MS / 1000} s. Its log is ${log}.`);
  }

  /** Sends SIGTERM and waits until the process exits. A service finishes its open requests first. */
  stop(): Promise<void> {
    this.child.removeAllListeners('exit').kill('SIGTERM');
    return this.exited;
  }

  async restart(): Promise<void> {
    await this.stop();
    [this.child, this.exited] = this.launch();
    await this.ready();
  }

  private launch(): [ChildProcess, Promise<void>] {
    const { file, environment, log, nodeOptions = [], isShown = false } = this.program;
    const output = openSync(log, 'a');
    const child = spawn(process.execPath, [...nodeOptions, file], {
      env: { ...inherited(), ...environment },
      // The service exits when this IPC channel closes, so a killed parent process leaves no service running.
      stdio: ['ignore', ...(isShown ? (['pipe', 'pipe'] as const) : ([output, output] as const)), 'ipc'],
      // Starts the service in a separate process group. Ctrl-C then reaches only the parent process, which
      // stops the services in order.
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        appendFileSync(log, chunk);
        process.stdout.write(chunk);
      });
    closeSync(output);
    // Waits for 'close' instead of 'exit', because `stop` removes the listeners of 'exit'.
    child.once('exit', () => this.onExit());
    return [child, new Promise((resolve) => child.once('close', () => resolve()))];
  }
}

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
    if (signal) throw new StartError(`the operator's command "${words[0]}" was stopped by ${signal}.`);
    throw new StartError(stderr?.trim().split('\n').at(-1) || message);
  }
}

/**
 * Returns the error code for listening on the port, such as EADDRINUSE, or undefined if the port is free.
 */
export function whyNotFree(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Returns the environment variables that every program needs, without settings of the services. */
function inherited(): Environment {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS', 'SystemRoot'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]!]])),
  );
}

function isReady(port: number): Promise<boolean> {
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

export function metricsUrlOf({ log }: ServiceProcess): string {
  return / has metrics at (\S+)/.exec(readFileSync(log, 'utf8'))![1]!;
}

function reasonIn(log: string): string {
  return failureIn(readFileSync(log, 'utf8')) || `it printed nothing; its log is ${log}`;
}

/**
 * Returns the line of the last error with a stack trace, or the last line of the output if the output
 * contains no stack trace.
 */
export function failureIn(output: string): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /^\w*Error: /.test(line)) ?? lines.at(-1)!;
}
