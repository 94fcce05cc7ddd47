import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Block } from './blocks';
import { platformFolder } from './demo-platform';
import { anIcon } from './reader';

export interface Ran {
  block: Block;
  output: string;
  statuses: number[];
}

/** Runs the code blocks of a documentation page in one shell, like a reader who pastes the code blocks. */
export class Shell {
  readonly background: string;
  private group: number | undefined;

  private constructor(readonly folder: string) {
    this.background = join(folder, 'background.log');
  }

  static in(folder: string): Shell {
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(platformFolder(), '.storewright'), join(folder, '.storewright'));
    writeFileSync(join(folder, 'background.log'), '');
    for (const name of ['icon.png', 'logo.png']) writeFileSync(join(folder, name), anIcon);
    return new Shell(folder);
  }

  /** Runs code blocks. Throws the output if a command fails. `port` replaces port 4000, which may be in use. */
  async run(blocks: Block[], environment: Record<string, string>, port: number): Promise<Ran[]> {
    const text = (block: Block) => block.text.replaceAll(/\b4000\b/g, String(port));
    for (const block of blocks.filter(({ note }) => note.endsWith('.mjs]')))
      writeFileSync(join(this.folder, block.note.slice(1, -1)), text(block));
    const commands = blocks.filter(({ language }) => language === 'sh');
    const script = commands.map((block, at) => {
      const [file, mark] = [`${at}.out`, `echo '::block ${at}'`];
      if (block.note === 'background')
        return `${mark}; ${mark} >&2\n{ ${text(block)}\n} >> background.log 2>&1\n${untilListening(port)}`;
      const noted = block.page.startsWith('reference/') ? noteId(file) : '';
      return `${mark}; ${mark} >&2\n{ ${text(block)}\n} > ${file}\ncat ${file}; echo${noted}`;
    });
    const { code, stdout, stderr } = await this.bash([prelude, ...script].join('\n'), environment);
    if (code !== 0) throw new Error(`exit code ${code}\n${stdout}\n${stderr}`);
    const parts = (said: string) => said.split(/^::block \d+\n/m).slice(1);
    const [outputs, errors] = [parts(stdout), parts(stderr)];
    return commands.map((block, at) => ({
      block,
      output: outputs[at]!.trim(),
      statuses: [...errors[at]!.matchAll(/^::status (\d+)$/gm)].map(([, status]) => Number(status)),
    }));
  }

  end(): void {
    if (this.group) {
      try {
        process.kill(-this.group);
      } catch {
        // No background block was started.
      }
    }
  }

  private async bash(script: string, environment: Record<string, string>) {
    // Redirects output to files, because a background process would keep pipes open.
    const [out, err] = ['out.log', 'err.log'].map((name) => join(this.folder, name)) as [string, string];
    const files = [openSync(out, 'w'), openSync(err, 'w')];
    const child = spawn('bash', ['-c', script], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], HOME: this.folder, ...environment },
      stdio: ['ignore', ...files],
      detached: true,
    });
    this.group = child.pid;
    const [code] = (await once(child, 'exit')) as [number];
    files.forEach((file) => closeSync(file));
    return { code, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') };
  }
}

/** Waits until the background program accepts connections. A reader would wait for the program's output. */
const untilListening = (port: number) =>
  `command curl -sS -o background.out --retry 60 --retry-delay 1 --retry-connrefused http://localhost:${port}/`;

/** Stores the id of the object in the last response. The next code blocks of a reference page use the id as `$ID`. */
const noteId = (file: string) =>
  `\nNEW=$(grep -o '"id":"[^"]*"' ${file} | head -1 | cut -d'"' -f4 || true); ID=\${NEW:-$ID}`;

/** Silences curl and records the status of each response. */
const prelude = `set -euo pipefail
curl() { command curl -sS -w '%{stderr}::status %{http_code}\\n' "$@"; }`;
