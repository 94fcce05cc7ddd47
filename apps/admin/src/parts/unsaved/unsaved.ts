import { createContext, useContext, useId, useLayoutEffect } from 'react';

/** Identifies a dialog, so that the dialog finds the forms inside it. */
export type DialogScope = object;

export const DialogScopeContext = createContext<DialogScope | undefined>(undefined);

/** The input of one form. */
export interface FormInput {
  /** Whether the form has input that is not saved. */
  isChanged: () => boolean;
  /** True if a draft keeps the input when the person leaves the page. */
  isKept: boolean;
  /** True while the input is sent. */
  isPending: boolean;
  /** Discards the input and its draft. */
  discard: () => void;
}

/** All forms on the screen. */
const forms = new Map<string, FormInput & { dialog: DialogScope | undefined }>();

/** Unsaved input in a dialog, or everywhere. */
export function unsavedInput(dialog?: DialogScope): FormInput[] {
  return [...forms.values()].filter(
    (each) => (dialog === undefined || each.dialog === dialog) && each.isChanged(),
  );
}

/** Discards all unsaved input, for example of an object that was deleted. The page can then be left freely. */
export function discardUnsavedInput(): void {
  for (const { discard } of forms.values()) discard();
  forms.clear();
}

/**
 * Protects the input of a form: leaving the page, closing its dialog and closing the window ask first if it
 * has unsaved changes. undefined protects nothing.
 */
export function useUnsaved(input: FormInput | undefined): void {
  const id = useId();
  const dialog = useContext(DialogScopeContext);
  // Runs after every render, because the functions are new each time.
  useLayoutEffect(() => {
    if (!input) return undefined;
    forms.set(id, { ...input, dialog });
    return () => void forms.delete(id);
  });
}
