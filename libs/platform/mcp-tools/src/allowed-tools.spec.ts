import { allowedTools } from './allowed-tools';
import { productApi } from './testing/product-api';
import { toolsOf } from './tools';

const tools = toolsOf(productApi);
const namesFor = (kind: string, ...scopes: string[]) =>
  allowedTools(tools, { kind, scopes }).map(({ name }) => name);

describe('allowedTools', () => {
  it('returns no tools for an access token without scopes', () => {
    expect(namesFor('access_token')).toEqual([]);
  });

  it('returns the tools whose scopes the token has, and the search if the token can list a searched type', () => {
    expect(namesFor('access_token', 'products.get')).toEqual(['get_product']);
    expect(namesFor('access_token', 'products.collection')).toEqual(['list_products', 'search']);
  });

  it('returns the tool for atomic operations if the token has a write scope', () => {
    expect(namesFor('access_token', 'products.delete')).toEqual(['delete_product', 'perform_operations']);
  });

  it('returns the tools for app-only routes if the token is an OAuth token', () => {
    expect(namesFor('oauth_token')).toEqual(['get_installation']);
    expect(namesFor('session')).toEqual([]);
  });
});
