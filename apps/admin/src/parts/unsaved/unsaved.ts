import { createContext, useContext, useId, useLayoutEffect } from 'react';

export type DialogScope = object;

export const DialogScopeContext = createContext<DialogScope | undefined>(undefined);

export interface FormInput {
  isChanged: () => boolean;
  /** True if the panel stores unsaved input as a draft when the user leaves the page. */
  isKept: boolean;
  isPending: boolean;
  discard: () => void;
}

const forms = new Map<string, FormInput & { dialog: DialogScope | undefined }>();

export function unsavedInput(dialog?: DialogScope): FormInput[] {
  return [...forms.values()].filter(
    (each) => (dialog === undefined || each.dialog === dialog) && each.isChanged(),
  );
}

/**
 * Discards all unsaved input, for example after the user has deleted the edited object. The user can then leave the
 * page without a confirmation.
 */
export function discardUnsavedInput(): void {
  for (const { discard } of forms.values()) discard();
  forms.clear();
}

/**
 * Protects unsaved input of a form: the panel asks for confirmation before the user leaves the page or closes the
 * dialog or window. Does nothing if `input` is undefined.
 */
export function useUnsaved(input: FormInput | undefined): void {
  const id = useId();
  const dialog = useContext(DialogScopeContext);
  // Runs the effect after every render, because each render creates new functions.
  useLayoutEffect(() => {
    if (!input) return undefined;
    forms.set(id, { ...input, dialog });
    return () => void forms.delete(id);
  });
}
