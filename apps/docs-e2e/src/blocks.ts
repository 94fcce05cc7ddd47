import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Block {
  /** Path of the documentation page below `/docs/`, such as `guides/meta`. */
  page: string;
  line: number;
  language: string;
  /** Words after the language of the code block, such as `background` or `[app.mjs]`. */
  note: string;
  text: string;
  section: string;
}

const folder = resolve(__dirname, '../../../dist/docs-site/pages');

/** Returns all code blocks of the built documentation, keyed by page. */
export function blocksByPage(): Map<string, Block[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  const pages = files
    .sort()
    .map((file) => [file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')] as const);
  return new Map(pages.map(([page, text]) => [page, blocksOf(page, text)]));
}

export function blocksOf(page: string, text: string): Block[] {
  const found: Block[] = [];
  let open: (Block & { indent: string; lines: string[] }) | undefined;
  let section = '';
  text.split('\n').forEach((line, at) => {
    const [, indent = '', language = '', note = ''] = /^(\s*)```(\w*)\s*(.*)$/.exec(line) ?? [];
    const isFence = /^\s*```/.test(line);
    if (open && isFence) {
      const { indent: _indent, lines, ...block } = open;
      found.push({ ...block, text: lines.join('\n') });
      open = undefined;
    } else if (open) open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    else if (isFence) open = { page, line: at + 1, language, note, section, text: '', indent, lines: [] };
    else if (/^#+ /.test(line)) section = line;
  });
  return found;
}
