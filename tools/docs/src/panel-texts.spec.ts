import { join } from 'node:path';
import { errorCodes } from '@storewright/json-api';
import { declaredScopes, events } from '@storewright/scopes';
import { read, root } from '@storewright/workspace';

const sentences = {
  ...Object.fromEntries(declaredScopes.map(({ scope, description }) => [scope, description])),
  ...events,
};
const resources = [...new Set(Object.keys(sentences).map((id) => id.split('.')[0]!))];

// No project may import an app; its texts are files without imports. Translations are held to them by the compiler.
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

describe('the panel', () => {
  it('has a text for the sentence of each scope and event, which is that of the API', async () => {
    expect(below('sentence.', await textsOf('scopes'))).toEqual(sentences);
  });

  it('has a name for each resource with scopes or events', async () => {
    expect(Object.keys(below('scopes.resource.', await textsOf('scopes'))).sort()).toEqual(resources.sort());
  });

  it('has a text for each code of an error that a person can meet', async () => {
    const texts = below('error.code.', await textsOf('errors'));
    expect([...Object.keys(texts), ...ofPrograms].sort()).toEqual(Object.keys(errorCodes).sort());
  });

  it('has a text for each reason for which a search of meta is refused', async () => {
    const texts = below('error.filter.', await textsOf('errors'));
    const path = join(root, 'libs/shop/meta/src/search/refusal.ts');
    const { refusals } = (await import(path)) as { refusals: string[] };
    expect(Object.keys(texts).sort()).toEqual([...refusals].sort());
  });

  it('has texts for attributes that requests have, and no others', async () => {
    const named = Object.keys(below('error.attribute.', await textsOf('errors')));
    expect(named.filter((name) => !sent.has(name))).toEqual([]);
  });
});

/** Codes for which the panel would have to be wrong, or that only apps and scripts meet. `invalid_attribute`: it depends on the attribute. */
const ofPrograms: string[] = [
  ...['malformed_document', 'malformed_request', 'malformed_operation', 'too_many_operations'],
  ...['duplicate_authorization', 'duplicate_lid', 'several_problems', 'invalid_shop_id', 'invalid_client'],
  ...['prefetch_refused', 'code_verifier_required', 'nonce_not_found', 'nonce_expired', 'nonce_used'],
  ...['client_id_not_allowed', 'relationship_not_writable', 'type_mismatch', 'id_mismatch'],
  ...['method_not_allowed', 'not_acceptable', 'unsupported_media_type', 'misdirected_request'],
  ...['headers_too_large', 'unknown_attribute', 'not_fillable', 'unknown_relationship', 'invalid_attribute'],
];

/** The attributes that can be sent to both APIs, as they describe them. */
const sent = new Set(['shop', 'auth'].flatMap((api) => attributesSentTo(api)));

function attributesSentTo(api: string): string[] {
  const { components } = JSON.parse(read(`docs/openapi/${api}.json`)) as {
    components: { schemas: Record<string, { properties?: object }> };
  };
  return Object.entries(components.schemas)
    .filter(([name]) => /^(?:Create|Update)\w+Attributes$/.test(name))
    .flatMap(([, { properties = {} }]) => Object.keys(properties));
}
