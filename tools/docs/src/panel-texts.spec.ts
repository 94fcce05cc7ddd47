import { join } from 'node:path';
import { errorCodes } from '@storewright/json-api';
import { declaredScopes, events } from '@storewright/scopes';
import { read, root } from '@storewright/workspace';

const sentences = {
  ...Object.fromEntries(declaredScopes.map(({ scope, description }) => [scope, description])),
  ...events,
};
const resources = [...new Set(Object.keys(sentences).map((id) => id.split('.')[0]!))];

// Projects cannot import apps, but these files have no imports. The compiler checks the translations.
const textsOf = async (file: string): Promise<Record<string, string>> => {
  const texts = (await import(join(root, `apps/admin/src/texts/en/${file}.ts`))) as Record<string, object>;
  return Object.assign({}, ...Object.values(texts)) as Record<string, string>;
};
const below = (prefix: string, texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([id]) => id.startsWith(prefix))
      .map(([id, text]) => [id.slice(prefix.length), text]),
  );

describe('texts of the admin panel', () => {
  it("repeat the API's description of each scope and event", async () => {
    expect(below('sentence.', await textsOf('scopes'))).toEqual(sentences);
  });

  it('name each resource with scopes or events', async () => {
    expect(Object.keys(below('scopes.resource.', await textsOf('scopes'))).sort()).toEqual(resources.sort());
  });

  it('contain a text for each error code that a person can meet', async () => {
    const texts = below('error.code.', await textsOf('errors'));
    expect([...Object.keys(texts), ...ofPrograms].sort()).toEqual(Object.keys(errorCodes).sort());
  });

  it('contain a text for each reason why a metadata search is rejected', async () => {
    const texts = below('error.filter.', await textsOf('errors'));
    const path = join(root, 'libs/shop/meta/src/search/refusal.ts');
    const { refusals } = (await import(path)) as { refusals: string[] };
    expect(Object.keys(texts).sort()).toEqual([...refusals].sort());
  });

  it('name only attributes that requests can contain', async () => {
    const named = Object.keys(below('error.attribute.', await textsOf('errors')));
    expect(named.filter((name) => !sent.has(name))).toEqual([]);
  });
});

/**
 * Codes that only a bug of the panel, or only apps and scripts can cause. `invalid_attribute` has a text per
 * attribute.
 */
const ofPrograms: string[] = [
  ...['malformed_document', 'malformed_request', 'malformed_operation', 'too_many_operations'],
  ...['duplicate_authorization', 'duplicate_lid', 'several_problems', 'invalid_shop_id', 'invalid_client'],
  ...['prefetch_refused', 'code_verifier_required', 'nonce_not_found', 'nonce_expired', 'nonce_used'],
  ...['client_id_not_allowed', 'relationship_not_writable', 'type_mismatch', 'id_mismatch'],
  ...['method_not_allowed', 'not_acceptable', 'unsupported_media_type', 'misdirected_request'],
  ...['headers_too_large', 'unknown_attribute', 'not_fillable', 'unknown_relationship', 'invalid_attribute'],
];

/** Attributes that requests to both APIs can contain, from their OpenAPI documents. */
const sent = new Set(['shop', 'auth'].flatMap((api) => attributesSentTo(api)));

function attributesSentTo(api: string): string[] {
  const { components } = JSON.parse(read(`docs/openapi/${api}.json`)) as {
    components: { schemas: Record<string, { properties?: object }> };
  };
  return Object.entries(components.schemas)
    .filter(([name]) => /^(?:Create|Update)\w+Attributes$/.test(name))
    .flatMap(([, { properties = {} }]) => Object.keys(properties));
}
