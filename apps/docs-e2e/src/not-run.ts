import type { Block } from './blocks';

/**
 * Code blocks of the documentation that snippets.spec.ts skips. Each entry names the spec that runs the code block,
 * or the reason. Do not add entries.
 */
const reasons: { page: RegExp; language?: RegExp; text?: RegExp; why: string }[] = [
  { page: /./, language: /^$/, why: 'a picture or the output of a program' },
  {
    page: /^contributors\/adding-a-resource$/,
    why: 'tools/docs and the fixtures of tools/generators run it',
  },
  { page: /^contributors\/adr\//, why: 'an excerpt of code that specs run' },
  {
    page: /^(contributors\/(architecture|ci|contributing|debugging)|operators\/(faults|performance(\/.+)?))$/,
    why: 'runs the tests or takes many minutes, or is typed into a debugger',
  },
  { page: /^reference\//, text: /"…"/, why: 'has no example (apps/docs-site/src/reference)' },
  {
    page: /^reference\/auth\/(request-counts|app-request-counts|app-webhook-statistics|requests)$/,
    why: 'counts appear up to a minute later',
  },
  {
    page: /^reference\/auth\/(roles|ownership-transfers)$/,
    why: 'the demo has one member and no role; apps/auth-api/src/custom-roles.spec.ts',
  },
  {
    page: /^reference\/auth\/saved-views$/,
    why: 'the demo has no saved view; apps/auth-api/src/saved-views.spec.ts',
  },
  {
    page: /^reference\/auth\/canary-tokens$/,
    why: 'the demo has no canary token; apps/auth-api/src/canary-tokens.spec.ts',
  },
  {
    page: /^reference\/shop\/proposals$/,
    why: 'the demo has no proposal; libs/shop/proposals/src/proposals.spec.ts',
  },
  {
    page: /^(guides\/erasure|reference\/auth\/erasures)$/,
    why: 'the demo has no request to erase data; apps/auth-api/src/erasures.spec.ts',
  },
  {
    page: /^(auth-api|reference\/auth\/scope-reductions)$/,
    text: /scope_reductions/,
    why: 'the demo was not observed for 30 days; apps/auth-api/src/scope-reductions.spec.ts',
  },
  {
    page: /^reference\/auth\/notifications$/,
    why: 'the demo has no notification; apps/auth-api/src/installations.spec.ts',
  },
  {
    page: /^reference\/auth\/(app-listings|developer-domains|directory-apps|listing-versions)$/,
    why: 'the demo lists no app; apps/auth-api/src/app-listings.spec.ts',
  },
  {
    page: /^reference\/shop\/inventory-changes$/,
    why: 'the demo has no change of stock; libs/shop/catalog/src/variants/variants.spec.ts',
  },
  {
    page: /^reference\/shop\/imports$/,
    why: 'the demo has no import; libs/shop/catalog/src/imports/imports.spec.ts',
  },
  {
    page: /^reference\/shop\/(image-files|product-images)$/,
    why: 'a file can be used once; libs/shop/catalog/src/product-images/product-images.spec.ts',
  },
  { page: /^reference\/auth\/deprecated-requests$/, why: 'nothing is deprecated' },
  {
    page: /^(auth-api|reference\/auth\/app-contracts)$/,
    text: /app_contracts|\/contracts/,
    why: 'the demo has no contract; apps/auth-api/src/deprecated-requests.spec.ts',
  },
  {
    page: /contracts-of-apps$/,
    why: 'runs the tests; apps/operator/src/operator.spec.ts exports',
  },
  {
    page: /^reference\/auth\/passkey/,
    why: 'needs a passkey in a browser; apps/auth-api/src/passkeys.spec.ts',
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
    why: 'the shop of the block before is being removed; apps/auth-api/src/own-shops.spec.ts',
  },
  { page: /^operators\/runbook\//, why: 'needs Prometheus or an installation on many machines' },
  {
    page: /^guides\/audit-log-exports$/,
    why: 'apps/auth-api/src/audit-entries.spec.ts runs the scripts with an export',
  },
  { page: /^operators\/backup$/, why: 'the specs of apps/operator run it' },
  {
    page: /^contributors\/migrations$/,
    why: 'specs of tools/generators and libs/platform/schema run these steps',
  },
  { page: /^operators\/(operating|databases)$/, why: 'needs Docker or another web server' },
  { page: /^operators\/scaling$/, language: /^sql$/, why: 'needs a Citus cluster' },
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
    why: 'tools/docs compares it with the sample app; apps/admin-e2e/src/sample-app.spec.ts runs that',
  },
  {
    page: /^guides\/app-contracts$/,
    why: 'libs/client/sdk/src/recorder.spec.ts records; apps/platform-e2e/src/cli.spec.ts runs the commands',
  },
  { page: /^sdk$/, why: 'apps/platform-e2e/src/sdk-guide.spec.ts compiles and runs it' },
  { page: /^cli$/, why: 'apps/platform-e2e/src/cli.spec.ts runs it' },
  { page: /^guides\/quick-start$/, text: /^npm ci/, why: 'starts the platform that this spec uses' },
  { page: /^guides\/quick-start$/, text: / dev /, why: 'apps/platform-e2e/src/cli.spec.ts runs it' },
  {
    page: /./,
    text: /NEW_PASSWORD/,
    why: 'would end the sessions of other blocks; apps/auth-api/src/owners.spec.ts',
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
