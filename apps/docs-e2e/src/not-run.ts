import type { Block } from './blocks';

/** Blocks that this spec does not run, and who does, or why nobody can. The list only shrinks. */
const reasons: { page: RegExp; language?: RegExp; text?: RegExp; why: string }[] = [
  { page: /./, language: /^$/, why: 'a picture, or what a program prints' },
  { page: /^adding-a-resource$/, why: 'tools/docs and the fixtures of tools/generators run it' },
  { page: /^adr\//, why: 'an excerpt of code that specs run' },
  {
    page: /^(ci|contributing|faults|performance(\/.+)?)$/,
    why: 'runs the tests, or what takes many minutes',
  },
  { page: /^reference\//, text: /"…"/, why: 'nobody has written an example (apps/docs-site/src/reference)' },
  {
    page: /^reference\/auth\/(request-counts|app-request-counts|app-webhook-statistics|requests)$/,
    why: 'what is counted is shown some seconds, or a minute, later',
  },
  { page: /^reference\/auth\/deprecated-requests$/, why: 'nothing is deprecated, so there is none to show' },
  {
    page: /^reference\/auth\/passkey/,
    why: 'a browser has to hold the passkey: apps/auth-api/src/passkeys.spec.ts, apps/admin-e2e/src/security.spec.ts',
  },
  {
    page: /^reference\/auth\/invitations$/,
    text: /\/api\/invitation$/,
    why: 'the token is in a mail; apps/auth-api/src/invitations.spec.ts',
  },
  {
    page: /^reference\/auth\/members$/,
    text: /DELETE/,
    why: 'the only owner cannot leave; apps/auth-api/src/members.spec.ts',
  },
  {
    page: /^reference\/auth\/test-shops$/,
    text: /resets/,
    why: 'it is being removed by then; apps/auth-api/src/own-shops.spec.ts',
  },
  { page: /^runbook\//, why: 'needs Prometheus, or an installation of many machines' },
  { page: /^backup$/, why: 'the specs of apps/operator run it, as a program of an installation' },
  { page: /^(operating|databases)$/, why: 'needs Docker or another web server' },
  { page: /^webhooks$/, language: /^js$/, why: 'tools/docs compares it with the panel, whose specs run it' },
  {
    page: /^webhooks$/,
    text: /storewright\S* listen/,
    why: 'apps/platform-e2e/src/webhooks.spec.ts runs it',
  },
  {
    page: /^webhooks$/,
    text: /"status":"skipped"/,
    why: 'no delivery of the demo has failed; libs/shop/webhook-deliveries/src/skipped-events.spec.ts skips one',
  },
  {
    page: /^guides\/sample-app$/,
    why: 'tools/docs compares it with the sample app, which its own specs and apps/admin-e2e/src/sample-app.spec.ts run',
  },
  { page: /^sdk$/, why: 'apps/platform-e2e/src/sdk-guide.spec.ts compiles and runs it' },
  { page: /^cli$/, why: 'apps/platform-e2e runs the command line as it is delivered' },
  { page: /^guides\/quick-start$/, text: /^npm ci/, why: 'the platform of this spec is what it starts' },
  {
    page: /./,
    text: /NEW_PASSWORD/,
    why: 'ends the sessions of all other blocks; apps/auth-api/src/owners.spec.ts',
  },
  {
    page: /^(shop-api|reference\/shop\/webhook-deliveries)$/,
    text: /kind"?: ?["'](again|test)["']/,
    why: 'the app of the demo receives no webhooks; specs of libs/shop/webhook-deliveries send events again',
  },
];

export const whyNotRun = ({ page, language, text }: Block): string | undefined =>
  reasons.find(
    (each) =>
      each.page.test(page) && (each.language?.test(language) ?? true) && (each.text?.test(text) ?? true),
  )?.why;
