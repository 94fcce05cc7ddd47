import { join } from 'node:path';
import { errorCodes } from '@storewright/json-api';
import { declaredScopes, events } from '@storewright/scopes';
import { read, root } from '@storewright/workspace';

const sentences = {
  ...Object.fromEntries(declaredScopes.map(({ scope, description }) => [scope, description])),
  ...events,
};
const resources = [...new Set(Object.keys(sentences).map((id) => id.split('.')[0]!))];

// Reads the files, because projects cannot import apps. The files have no imports. The compiler checks the
// translations.
const textsOf = async (file: string, language = 'en'): Promise<Record<string, string>> => {
  const path = join(root, `apps/admin/src/texts/${language}/${file}.ts`);
  const texts = (await import(path)) as Record<string, object>;
  return Object.assign({}, ...Object.values(texts)) as Record<string, string>;
};
const below = (prefix: string, texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([id]) => id.startsWith(prefix))
      .map(([id, text]) => [id.slice(prefix.length), text]),
  );

describe('texts of the admin panel', () => {
  it('repeat the API’s description of each scope and event', async () => {
    expect(below('sentence.', await textsOf('scopes'))).toEqual(sentences);
  });

  it('contain a name for each resource with scopes or events', async () => {
    expect(Object.keys(below('scopes.resource.', await textsOf('scopes'))).sort()).toEqual(resources.sort());
  });

  it('contain a text for each error code that the panel can show', async () => {
    const texts = below('error.code.', await textsOf('errors'));
    const { programCodes } = await errorWords();
    expect([...Object.keys(texts), ...programCodes].sort()).toEqual(Object.keys(errorCodes).sort());
  });

  it.each(['en', 'de'])(
    'contain a replacement for each API error detail that a form can show, in the language %s',
    async (language) => {
      const { errorText } = await errorWords();
      Object.assign(globalThis, { document: { documentElement: {} } });
      const { addTexts, loadTexts } = await catalogue();
      await loadTexts(language);
      await addTexts(['errors']);
      const texts = { ...(await textsOf('first', language)), ...(await textsOf('errors', language)) };
      const raw = 'A sentence of the API.';
      const textOf = (code: string, attribute: string) =>
        errorText((id) => texts[id]!, {
          ...{ code, title: raw, detail: raw },
          source: { pointer: `/data/attributes/${attribute}` },
        });
      const fields = [...formAttributes.keys()];
      expect(fields.filter((name) => textOf('invalid_attribute', name) === texts[CHECK_VALUE])).toEqual([]);
      const all = fields.flatMap((name) => Object.keys(errorCodes).map((code) => [name, code] as const));
      expect(all.filter(([name, code]) => [raw, undefined].includes(textOf(code, name)))).toEqual([]);
    },
  );

  it('state the length limit that the API declares for each text attribute', async () => {
    const texts = below('error.attribute.', await textsOf('errors'));
    const unnamed = [...formAttributes].filter(
      ([name, limits]) =>
        limits.size === 1 &&
        !WITHOUT_LIMIT.has(name) &&
        !texts[name]!.includes([...limits][0]!.toLocaleString('en')),
    );
    expect(unnamed).toEqual([]);
  });

  it('contain a text for each reason why the API rejects a metadata search', async () => {
    const texts = below('error.filter.', await textsOf('errors'));
    const path = join(root, 'libs/shop/meta/src/search/refusal.ts');
    const { refusals } = (await import(path)) as { refusals: string[] };
    expect(Object.keys(texts).sort()).toEqual([...refusals].sort());
  });

  it('contain names only for attributes that requests can contain', async () => {
    const named = Object.keys(below('error.attribute.', await textsOf('errors')));
    expect(named.filter((name) => !sent.has(name))).toEqual([]);
  });
});

interface ErrorWords {
  programCodes: ReadonlySet<string>;
  errorText: (t: (id: string) => string, error: object) => string;
}
const errorWords = () => import(join(root, 'apps/admin/src/parts/error-words.ts')) as Promise<ErrorWords>;
interface Catalogue {
  loadTexts: (language: string) => Promise<void>;
  addTexts: (files: string[]) => Promise<void>;
}
const catalogue = () => import(join(root, 'apps/admin/src/texts/catalogue.ts')) as Promise<Catalogue>;

/** Text for an attribute without a text of its own. */
const CHECK_VALUE = 'error.code.invalid_attribute';

/** Attributes that no form of the panel edits. The panel sends a fixed value, a selected value or none. */
const WITHOUT_FORM = new Set([
  ...['kind', 'value_type', 'enabled', 'status', 'payment_status', 'fulfillment_status', 'accepts_marketing'],
  ...['line_items', 'shipping_amount', 'tax_amount', 'requires_shipping', 'published_at', 'position'],
  ...['inventory_policy', 'filter', 'sort', 'fields', 'after', 'delimiter', 'data', 'override', 'language'],
  ...['event_id', 'first_sequence', 'last_sequence', 'event_type', 'invitation_token', 'transfer_token'],
  ...['require_proof', 'require_secret', 'shop_domain', 'confirmation_token', 'reset_token', 'app_id'],
  ...['state', 'code_challenge', 'role', 'response', 'passkey', 'list', 'query', 'is_shared', 'tokens'],
  ...['is_read', 'in_panel', 'by_mail', 'suspended', 'api_suspended', 'erasure_id'],
  ...['installation_id', 'access_token_id', 'unused_days', 'ask_scopes', 'resources', 'events'],
]);

/**
 * Attributes whose length limit no typed text reaches, and attributes whose error the panel explains
 * differently.
 */
const WITHOUT_LIMIT = new Set([
  ...['email', 'install_url', 'webhook_url', 'privacy_url', 'support_url', 'password', 'current_password'],
  ...[
    'support_email',
    'user_code',
    'time_zone',
    'scopes',
    'optional_scopes',
    'webhook_events',
    'areas',
    'domain',
  ],
]);

/** Attributes that requests to both APIs can contain, from their OpenAPI documents. */
const sent = new Set(['shop', 'auth'].flatMap((api) => attributesSentTo(api)));

/** Attributes of the panel's forms with their declared maximum lengths. */
const formAttributes = new Map<string, Set<number>>();
for (const [name, { maxLength, maxItems }] of ['shop', 'auth'].flatMap(declaredIn)) {
  if (WITHOUT_FORM.has(name)) continue;
  const limits = formAttributes.get(name) ?? new Set();
  const limit = maxLength ?? maxItems;
  formAttributes.set(name, limit === undefined ? limits : limits.add(limit));
}

function attributesSentTo(api: string): string[] {
  return declaredIn(api).map(([name]) => name);
}

interface DeclaredAttribute {
  maxLength?: number;
  maxItems?: number;
}

function declaredIn(api: string): [name: string, DeclaredAttribute][] {
  const { components } = JSON.parse(read(`docs/openapi/${api}.json`)) as {
    components: { schemas: Record<string, { properties?: Record<string, DeclaredAttribute> }> };
  };
  return Object.entries(components.schemas)
    .filter(([name]) => /^(?:Create|Update)\w+Attributes$/.test(name))
    .flatMap(([, { properties = {} }]) => Object.entries(properties));
}
