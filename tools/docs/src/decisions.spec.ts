import { committedFiles, read } from '@storewright/workspace';

const MAX_WORDS = 600;
const HEADINGS = ['Context', 'Decision', 'Consequences', 'Alternatives', 'Revisit when'];

/** Decision records that do not have this form yet. The list may only shrink. */
const EXCEPTIONS: string[] = [
  'docs/adr/admission.md',
  'docs/adr/app-icons.md',
  'docs/adr/app-secrets.md',
  'docs/adr/apps-and-installations.md',
  'docs/adr/audit-log.md',
  'docs/adr/backups.md',
  'docs/adr/device-sign-in.md',
  'docs/adr/email-changes.md',
  'docs/adr/grant-form.md',
  'docs/adr/members.md',
  'docs/adr/nonce-exchange.md',
  'docs/adr/oauth-endpoints.md',
  'docs/adr/owner-sessions.md',
  'docs/adr/password-resets.md',
  'docs/adr/passwords.md',
  'docs/adr/sdk.md',
  'docs/adr/second-factors.md',
  'docs/adr/security-mails.md',
  'docs/adr/session-tokens.md',
  'docs/adr/shop-switcher.md',
  'docs/adr/step-up.md',
  'docs/adr/tokens.md',
];

const records = committedFiles().filter((file) => /^docs\/adr\/(?!README).+\.md$/.test(file));
const headingsOf = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
/** Counts words as a reader does: the frames of tables and the marks of lists are none. */
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('a decision record', () => {
  it.each(records.filter((file) => !EXCEPTIONS.includes(file)))(
    '%s has the five headings and at most 600 words',
    (file) => {
      const text = read(file);
      expect(headingsOf(text)).toEqual(HEADINGS);
      expect(wordsIn(text)).toBeLessThanOrEqual(MAX_WORDS);
    },
  );

  it('appears in docs/adr/README.md', () => {
    const index = read('docs/adr/README.md');
    const names = records.map((file) => file.slice('docs/adr/'.length));
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !index.includes(`(${name})`))).toEqual([]);
  });

  it('is an exception only while it has another form', () => {
    const isInForm = (file: string) =>
      headingsOf(read(file)).join() === HEADINGS.join() && wordsIn(read(file)) <= MAX_WORDS;
    expect(EXCEPTIONS.filter((file) => !records.includes(file) || isInForm(file))).toEqual([]);
  });
});
