import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@storewright/testing';
import { type Block, blocksByPage } from './blocks';
import { whyNotRun } from './not-run';
import { readerOf } from './reader';
import { recordAnswers } from './recorded-answers';
import { runWithSdk } from './sdk-program';
import { type Ran, Shell } from './shell';
import { notInAnswer } from './shown-answer';

const pages = blocksByPage();
const all = [...pages.values()].flat();
const kinds = ['sh', 'json', 'http', 'text', 'js'];
const folder = mkdtempSync(join(tmpdir(), 'storewright-snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('every code block of the site runs, is compared or is listed in not-run.ts', () => {
  expect(all.length).toBeGreaterThan(80);
  const strange = all.filter((block) => !whyNotRun(block) && !kinds.includes(block.language));
  expect(strange).toEqual([]);
  const programs = all.filter((block) => block.language === 'js' && !whyNotRun(block));
  expect(programs.filter(({ note }) => !/^\[(?:[\w-]+\.mjs|SDK)\]$/.test(note))).toEqual([]);
});

it.each(
  all.filter((block) => block.language === 'json').map((block) => [`${block.page}:${block.line}`, block]),
)('a JSON code block contains valid JSON: %s', (_, { text }) => {
  JSON.parse(text);
});

const run = [...pages].filter(([, blocks]) =>
  blocks.some((each) => each.language === 'sh' && !whyNotRun(each)),
);

describe.each(run)('code blocks of the page %s', (page, blocks) => {
  const runnable = blocks.filter((block) => !whyNotRun(block));
  const shell = Shell.in(join(folder, page.replaceAll('/', '-')));
  let values: Record<string, string>;
  let ran: Ran[];
  beforeAll(async () => {
    const port = await freePort();
    values = await readerOf(page, blocks);
    ran = await shell.run(runnable, values, port);
  });
  afterAll(() => shell.end());

  /**
   * Returns the code block with the result of this block: the first one in the given language before the next
   * command and heading.
   */
  const shownAfter = (block: Block, language: string): Block | undefined => {
    const rest = runnable.slice(runnable.indexOf(block) + 1);
    const end = rest.findIndex((each) => each.language === 'sh' || each.section !== block.section);
    return rest.slice(0, end < 0 ? undefined : end).find((each) => each.language === language);
  };

  // `RECORD_ANSWERS=1 npx nx e2e docs-e2e` saves the responses that the reference shows.
  if (page.startsWith('reference/')) afterAll(() => recordAnswers(ran));

  it('return the documented status, or a 2xx status', () => {
    for (const { block, statuses } of ran) {
      const [, shown] = /^HTTP\/1\.1 (\d+)/.exec(shownAfter(block, 'http')?.text ?? '') ?? [];
      // The page shows the response to the last request of the block.
      const last = shown ? statuses.pop() : undefined;
      expect({ line: block.line, last }).toEqual({ line: block.line, last: shown && Number(shown) });
      const refused = statuses.filter((status) => status >= 400);
      expect({ line: block.line, refused }).toEqual({ line: block.line, refused: [] });
    }
  });

  it('return the documented response', () => {
    for (const { block, output } of ran) {
      const shown = shownAfter(block, 'json');
      if (!shown) continue;
      const body = output.replace(/^HTTP\/1\.1 [^]*?\r?\n\r?\n/, '');
      const wrong = notInAnswer(JSON.parse(shown.text) as never, JSON.parse(body) as never);
      expect({ line: shown.line, wrong }).toEqual({ line: shown.line, wrong: [] });
    }
  });

  const withSdk = runnable.filter(({ note }) => note === '[SDK]');
  if (withSdk.length > 0)
    it('with SDK calls run as programs', async () => {
      expect(await runWithSdk(withSdk, values, shell.folder)).toBe('');
    });

  it('that run in the background print the documented output', async () => {
    for (const { text } of runnable.filter(({ note }) => note === 'output')) {
      const isSaid = async () => readFileSync(shell.background, 'utf8').includes(text);
      await until(text, isSaid).catch((error: Error) => {
        throw new Error(`${error.message}\n${readFileSync(shell.background, 'utf8')}`);
      });
    }
  });
});
