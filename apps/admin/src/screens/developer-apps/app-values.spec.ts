import {
  appFields,
  type AppValues,
  attributesOf,
  changesSince,
  emptyValues,
  rebased,
  sectionFields,
  splitScopes,
  valuesOf,
} from './app-values';

const base: AppValues = {
  ...emptyValues,
  name: 'Labels',
  install_url: 'https://labels.example/install',
  scopes: ['meta.get', 'meta.post'],
};

it('sectionFields contain each field of an app exactly once', () => {
  expect(Object.values(sectionFields).flat().sort()).toEqual([...appFields].sort());
});

/** Empty fields as the request contains them. */
const nothing = {
  ...{ webhook_url: null, description: null, privacy_url: null, support_url: null },
  allowed_networks: null,
};

describe('attributesOf and changesSince', () => {
  it('trim texts and send empty texts as null', () => {
    const typed = {
      ...base,
      name: ' Labels ',
      install_url: ' https://labels.example/install\n',
      webhook_url: ' ',
    };
    expect(attributesOf(typed)).toEqual({ ...base, ...nothing });
  });

  it('send only changed attributes and ignore the order of lists', () => {
    const typed = { ...base, name: 'Labels 2', scopes: ['meta.post', 'meta.get'], webhook_url: ' ' };
    expect(changesSince(base, typed)).toEqual({ name: 'Labels 2' });
    expect(changesSince(base, { ...base, scopes: [] })).toEqual({ scopes: [] });
    expect(changesSince({ ...base, webhook_url: 'https://a.example' }, base)).toEqual({ webhook_url: null });
  });

  it('send networks as an array', () => {
    const typed = { ...base, allowed_networks: '203.0.113.0/24\n' };
    expect(changesSince(base, typed)).toEqual({ allowed_networks: ['203.0.113.0/24'] });
    expect(changesSince(typed, base)).toEqual({ allowed_networks: null });
  });

  it('return unchanged attributes for an unedited form', () => {
    const attributes = { ...base, ...nothing };
    expect(attributesOf(valuesOf(attributes))).toEqual(attributes);
  });
});

it('splitScopes makes requested scopes optional, and removes optional scopes that are not requested', () => {
  expect(splitScopes(['meta.get', 'meta.post'], ['meta.post', 'codes.get'])).toEqual({
    scopes: ['meta.get'],
    optional_scopes: ['meta.post'],
  });
});

describe('rebased', () => {
  it('keeps the user’s edited fields and copies all other fields from the newer app version', () => {
    const typed = { ...base, name: 'Mine' };
    const newer = { ...base, scopes: ['meta.get'], require_proof: true };
    expect(rebased(base, typed, newer)).toEqual({
      values: { ...newer, name: 'Mine' },
      others: [
        { field: 'scopes', isConflict: false },
        { field: 'require_proof', isConflict: false },
      ],
    });
  });

  it('reports a conflict for a field that two users changed, and keeps this user’s value', () => {
    const typed = { ...base, name: 'Mine', install_url: 'https://same.example' };
    const newer = { ...base, name: 'Theirs', install_url: 'https://same.example' };
    expect(rebased(base, typed, newer)).toEqual({
      values: typed,
      others: [
        { field: 'name', isConflict: true },
        { field: 'install_url', isConflict: false },
      ],
    });
  });

  it('returns the newer app version if the user has edited no field', () => {
    const newer = { ...base, name: 'Theirs' };
    expect(rebased(base, base, newer).values).toEqual(newer);
  });
});
