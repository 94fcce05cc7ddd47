import { join } from 'node:path';
import { declaredScopes, events } from '@storewright/scopes';
import { root } from '@storewright/workspace';

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
});
