import {
  appFields,
  type AppValues,
  attributesOf,
  changesSince,
  emptyValues,
  rebased,
  sectionFields,
  valuesOf,
} from './app-values';

const base: AppValues = {
  ...emptyValues,
  name: 'Labels',
  install_url: 'https://labels.example/install',
  scopes: ['meta.get', 'meta.post'],
};

it('each field of an app is in one part of its page', () => {
  expect(Object.values(sectionFields).flat().sort()).toEqual([...appFields].sort());
});

/** Empty fields, as they are sent. */
const nothing = { webhook_url: null, description: null, privacy_url: null, support_url: null };

describe('what is sent of an app', () => {
  it('is what was typed without spaces around it; what is empty is null', () => {
    const typed = {
      ...base,
      name: ' Labels ',
      install_url: ' https://labels.example/install\n',
      webhook_url: ' ',
    };
    expect(attributesOf(typed)).toEqual({ ...base, ...nothing });
  });

  it('is only what has changed; the order of a list is no change', () => {
    const typed = { ...base, name: 'Labels 2', scopes: ['meta.post', 'meta.get'], webhook_url: ' ' };
    expect(changesSince(base, typed)).toEqual({ name: 'Labels 2' });
    expect(changesSince(base, { ...base, scopes: [] })).toEqual({ scopes: [] });
    expect(changesSince({ ...base, webhook_url: 'https://a.example' }, base)).toEqual({ webhook_url: null });
  });

  it('survives the way into a form and back', () => {
    const attributes = { ...base, ...nothing };
    expect(attributesOf(valuesOf(attributes))).toEqual(attributes);
  });
});

describe('what was typed, on top of what somebody else has saved meanwhile', () => {
  it('keeps the own changes and follows theirs where nothing was typed', () => {
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

  it('names a field that both have changed as a conflict, and keeps what was typed', () => {
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

  it('is the newer version where nothing was typed', () => {
    const newer = { ...base, name: 'Theirs' };
    expect(rebased(base, base, newer).values).toEqual(newer);
  });
});
