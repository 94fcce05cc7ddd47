import { useEffect, useState } from 'react';
import { useAskBeforeUnload } from '../../parts/ask-before-unload';
import {
  type AppField,
  type AppValues,
  differing,
  emptyValues,
  type OthersChange,
  rebased,
  type Section,
  sectionFields,
  valuesOf,
} from './app-values';
import type { KnownApp } from './own-app';

/** An app that is being edited. */
interface Draft {
  /** The version that the edits are based on. */
  base: KnownApp;
  values: AppValues;
  /** Changes of other people when a save was refused. */
  others: OthersChange[];
}

/** Unsaved edits by app and section. They survive navigation, but not a reload. */
const unsaved = new Map<string, Draft>();
let unsavedNew: AppValues | undefined;

const begun = (base: KnownApp): Draft => ({ base, values: valuesOf(base.app.attributes), others: [] });

const isTouched = ({ base, values }: Draft): boolean =>
  differing(valuesOf(base.app.attributes), values).length > 0;

/** Edits of one section of an app. Follows the newest version until a field is edited. */
export function useAppDraft(latest: KnownApp, section: Section) {
  const id = `${latest.app.id}/${section}`;
  const [draft, setDraft] = useState(() => unsaved.get(id) ?? begun(latest));
  const touched = isTouched(draft);
  if (!touched && latest.app.meta!.version > draft.base.app.meta!.version) setDraft(begun(latest));
  useEffect(() => {
    if (touched) unsaved.set(id, draft);
    else unsaved.delete(id);
  }, [id, draft, touched]);
  useAskBeforeUnload(touched);
  return {
    ...draft,
    isTouched: touched,
    change: (part: Partial<AppValues>): void =>
      setDraft((now) => ({ ...now, values: { ...now.values, ...part } })),
    /** Discards the edits and starts from this version. */
    restart: (base: KnownApp): void => setDraft(begun(base)),
    /** Applies the edits to a newer version. Returns true if the newer version changed the same section. */
    rebase: (newer: KnownApp): boolean => {
      const before = valuesOf(draft.base.app.attributes);
      const { values, others } = rebased(before, draft.values, valuesOf(newer.app.attributes));
      const fields: readonly AppField[] = sectionFields[section];
      const ofSection = others.filter(({ field }) => fields.includes(field));
      setDraft({ base: newer, values, others: ofSection });
      return ofSection.length > 0;
    },
  };
}

/** Values of the form for a new app. */
export function useNewAppDraft() {
  const [values, setValues] = useState(unsavedNew ?? emptyValues);
  const touched = differing(emptyValues, values).length > 0;
  useEffect(() => {
    unsavedNew = touched ? values : undefined;
  }, [values, touched]);
  useAskBeforeUnload(touched);
  return {
    values,
    change: (part: Partial<AppValues>): void => setValues((now) => ({ ...now, ...part })),
    forget: (): void => setValues(emptyValues),
  };
}
