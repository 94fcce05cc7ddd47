import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Ran } from './shell';

const file = resolve(__dirname, '../../docs-site/answers.json');

/** Puts answers into the file that the reference shows them from, where RECORD_ANSWERS asks for it; without what must not be read or differs on each machine. */
export function recordAnswers(ran: Ran[]): void {
  if (!process.env['RECORD_ANSWERS']) return;
  const answers = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
  for (const { block, output } of ran) {
    const [, operation] = /\{#(\w+)\}/.exec(block.section) ?? [];
    if (!operation || !/^\{(?!.*"errors":)/.test(output)) continue;
    // Links and the version are the same in every answer.
    const {
      jsonapi: _version,
      links: _links,
      ...shown
    } = JSON.parse(neutral(output)) as Record<string, unknown>;
    answers[operation] = shown;
  }
  const sorted = Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function neutral(text: string): string {
  return text
    .replace(/"(sw[a-z]_|whsec_)[^"]*"/g, '"$1…"')
    .replace(/"csrf_token":"[^"]*"/g, '"csrf_token":"…"')
    .replace(/nonce=\w+/g, 'nonce=…')
    .replace(/(\.localhost):\d+/g, '$1:3000')
    .replace(/(\/\/localhost):\d+\/(?!install|webhooks)/g, '$1:3001/');
}
