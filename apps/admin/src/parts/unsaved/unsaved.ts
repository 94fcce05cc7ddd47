import { createContext, useContext, useId, useLayoutEffect } from 'react';

/** Identifies a dialog, so that the dialog can find the forms inside it. */
export type DialogScope = object;

export const DialogScopeContext = createContext<DialogScope | undefined>(undefined);

/** The input of one form. */
export interface FormInput {
  /** Returns true if the form has unsaved input. */
  isChanged: () => boolean;
  /** True if a draft stores the input when the person leaves the page. */
  isKept: boolean;
  /** True while the form sends the input. */
  isPending: boolean;
  /** Discards the input and its draft. */
  discard: () => void;
}

/** All forms on the screen. */
const forms = new Map<string, FormInput & { dialog: DialogScope | undefined }>();

/** Returns unsaved input in a dialog, or in all forms. */
export function unsavedInput(dialog?: DialogScope): FormInput[] {
  return [...forms.values()].filter(
    (each) => (dialog === undefined || each.dialog === dialog) && each.isChanged(),
  );
}

/**
 * Discards all unsaved input, for example of a deleted object. The person can then leave the page without a
 * question.
 */
export function discardUnsavedInput(): void {
  for (const { discard } of forms.values()) discard();
  forms.clear();
}

/**
 * Protects the input of a form: while there is unsaved input, the panel asks before the person leaves the
 * page, closes the dialog or closes the window. Protects nothing if `input` is undefined.
 */
export function useUnsaved(input: FormInput | undefined): void {
  const id = useId();
  const dialog = useContext(DialogScopeContext);
  // Runs after every render, because each render creates new functions.
  useLayoutEffect(() => {
    if (!input) return undefined;
    forms.set(id, { ...input, dialog });
    return () => void forms.delete(id);
  });
}
