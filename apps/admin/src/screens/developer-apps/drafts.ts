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

/** An app as it is being edited. */
interface Draft {
  /** The version that it began with: what saving changes. */
  base: KnownApp;
  values: AppValues;
  /** What others had changed when saving was refused. */
  others: OthersChange[];
}

/** What was typed and not saved, by app and part of its page, for as long as the page lives: going back and forth loses nothing. */
const unsaved = new Map<string, Draft>();
let unsavedNew: AppValues | undefined;

const begun = (base: KnownApp): Draft => ({ base, values: valuesOf(base.app.attributes), others: [] });

const isTouched = ({ base, values }: Draft): boolean =>
  differing(valuesOf(base.app.attributes), values).length > 0;

/** The draft of one part of an app. As long as nothing is typed it follows the newest version. */
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
    /** Begins anew with this version: it was saved, or what was typed is not wanted. */
    restart: (base: KnownApp): void => setDraft(begun(base)),
    /** Somebody else was faster: what was typed is put on top of theirs. Says whether they have changed the same part. */
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

/** The draft of an app that is to be registered. */
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
