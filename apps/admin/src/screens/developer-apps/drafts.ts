import { useState } from 'react';
import { useDraft, useStored } from '../../parts/unsaved/drafts';
import {
  type AppField,
  type AppValues,
  differing,
  type OthersChange,
  rebased,
  type Section,
  sectionFields,
  valuesOf,
} from './app-values';
import type { KnownApp } from './own-app';

/** Unsaved edits of an app, and the app version before the edits. */
interface Draft {
  base: KnownApp;
  values: AppValues;
  /** Changes by other users that made the API reject a save. */
  others: OthersChange[];
}

const begun = (base: KnownApp): Draft => ({ base, values: valuesOf(base.app.attributes), others: [] });

const isTouched = ({ base, values }: Draft): boolean =>
  differing(valuesOf(base.app.attributes), values).length > 0;

/** Unsaved edits of one section of an app's page. Fields show the newest version until the user edits a field. */
export function useAppDraft(latest: KnownApp, section: Section) {
  const { stored, store } = useDraft<Draft>(`apps/${latest.app.id}/${section}`);
  const [isRestored, setRestored] = useState(stored !== undefined);
  const [draft, setDraft] = useState(stored ?? begun(latest));
  const touched = isTouched(draft);
  if (!touched && latest.app.meta!.version > draft.base.app.meta!.version) setDraft(begun(latest));
  useStored(store, touched ? draft : undefined);
  return {
    ...draft,
    isTouched: touched,
    isRestored: isRestored && touched,
    change: (part: Partial<AppValues>): void =>
      setDraft((now) => ({ ...now, values: { ...now.values, ...part } })),
    restart: (base: KnownApp): void => {
      store(undefined);
      setRestored(false);
      setDraft(begun(base));
    },
    /**
     * Applies the edits to a newer version of the app. Returns true if the newer version changed fields in the same
     * section.
     */
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
