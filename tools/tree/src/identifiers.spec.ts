import { committedFiles, isDocument, read, readJson } from '@storewright/workspace';
import { KnownNames, type Mention, mentionsIn, proseOf, sourceOf } from './identifiers';

/** Names that belong to other programs, and files that a reader of a document creates. */
const FOREIGN: Record<string, string[]> = {
  postgres: ['NOTIFY', 'ReadyForQuery', 'auto_explain', 'deadlock_timeout', 'last_failed_wal'],
  postgresLogs: ['log_min_duration_statement', 'log_statement', 'pg_control_checkpoint'],
  postgresTools: ['pg_basebackup', 'pg_dump', 'pg_hba.conf', 'recovery_target_time'],
  pgBouncer: ['ignore_startup_parameters', 'query_wait_timeout'],
  citus: ['citus_shards', 'citus_update_node'],
  openTelemetry: ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
  system: ['--shm-size', 'LimitNOFILE', 'net.core.somaxconn'],
  browser: ['Referer'],
  oauth: ['private_key_jwt'],
  mcp: ['clientMetadataUrl', 'tools/list'],
  computed: [
    ...['WebhookDeliveries', 'webhook_delivery'],
    ...['list_meta', 'list_order_statistics', 'list_orders', 'list_webhook_statistics'],
    'redirects.json',
  ],
  readersOwn: ['app.mjs', 'secrets.json', 'storewright.contract.json'],
  // Options of test runners that load @storewright/sdk/record.
  testRunners: ['setupFiles'],
};

/** Names of generated examples: the resource `notes`, and migrations of docs/migrations.md. */
const EXAMPLE = /\bnotes\b|Notes|\breturn-remarks\b/;

const own = 'tools/tree/src/identifiers.spec.ts';
const files = committedFiles();
const isScript = (file: string) => /\.(?:tsx?|mjs|cjs|js)$/.test(file);
const isSetting = (file: string) =>
  /\.(?:json|sql|ya?ml|tpl|template|txt|html|css|example)$|Dockerfile$|^\.ci\//.test(file);

/** Returns every backticked name of the repository, and the names that exist in its code. */
function survey(): { mentions: Mention[]; known: KnownNames } {
  const { packages } = readJson<{ packages: Record<string, unknown> }>('package-lock.json');
  const { scripts } = readJson<{ scripts: Record<string, string> }>('package.json');
  const installed = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const known = new KnownNames(files, installed, Object.keys(scripts));
  const mentions: Mention[] = [];
  for (const file of files) {
    if (file === 'CHANGELOG.md' || file === own) continue;
    if (isScript(file)) {
      const { code, comments } = sourceOf(file, read(file));
      known.addCode(code);
      mentions.push(...mentionsIn(file, comments));
    } else if (file.endsWith('.md')) mentions.push(...mentionsIn(file, proseOf(read(file))));
    else if (isSetting(file) && !isDocument(file)) known.addCode(read(file));
  }
  return { mentions, known };
}

describe('backticked name in comments and documents', () => {
  const { mentions, known } = survey();
  const missing = mentions.filter(({ name }) => !known.has(name) && !EXAMPLE.test(name));
  const foreign = Object.values(FOREIGN).flat();

  it('exists in code, settings, SQL or packages, or in the list of foreign names', () => {
    expect(mentions.length).toBeGreaterThan(2000);
    const unknown = missing.filter(({ name }) => !foreign.includes(name));
    expect([...new Set(unknown.map(({ name, file }) => `${name} (${file})`))].sort()).toEqual([]);
  });

  it('is in the list of foreign names only if a comment or document contains the name', () => {
    expect(foreign.filter((name) => !missing.some((mention) => mention.name === name))).toEqual([]);
  });
});

describe('mentionsIn()', () => {
  const namesIn = (text: string) => mentionsIn('a.ts', text).map(({ name }) => name);

  it('returns names, calls, decorators, columns, settings, flags, files and npm scripts', () => {
    const text =
      '`rows.of(shop)` `@Scope` `shop_id` `MAX_SHOPS=3` `--quick` `run()` `keyset.ts` `npm run bench -- pools`';
    expect(namesIn(text)).toEqual([
      ...['rows.of', '@Scope', 'shop_id', 'MAX_SHOPS', '--quick', 'run', 'keyset.ts', 'npm run bench'],
    ]);
  });

  it('ignores words, sentences, patterns and URLs', () => {
    expect(namesIn('`one` `GET /api/meta` `libs/*/src` `If-Match: "3"` `/api/meta` `"paid"`')).toEqual([]);
  });
});

describe('KnownNames', () => {
  const text = "// `gone` in a comment\nit('tests oldName', () => call(@Scope kept_column));";
  const known = new KnownNames(['libs/a/src/keyset.ts'], new Set(['lru-cache']), ['bench']);
  known.addCode(sourceOf('a.ts', text).code);

  it.each(['call', 'kept_column', '@Scope', 'keyset.ts', 'src/keyset.ts', 'lru-cache', 'npm run bench'])(
    'contains %s',
    (name) => expect(known.has(name)).toBe(true),
  );

  it.each(['gone', 'oldName', '@List', 'call.gone', 'other.ts', 'npm run gone', '--quick'])(
    'does not contain %s, which occurs only in a comment or test name, or nowhere',
    (name) => expect(known.has(name)).toBe(false),
  );
});
