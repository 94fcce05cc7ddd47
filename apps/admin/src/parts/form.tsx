import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { FormContext, FormValidationContext } from 'react-aria-components';
import { fieldErrors, isProblem, otherErrors } from '../api/problem';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { DialogActions } from './dialog-frame';
import { errorText, type FieldTexts } from './error-words';
import styles from './form.module.css';
import { Notice } from './notice';
import { SaveBar, type SaveBarProps } from './save-bar';
import { whatHappened } from './states';
import { DialogScopeContext, useUnsaved } from './unsaved/unsaved';

export interface Edits {
  isChanged: boolean;
  discard: () => void;
  /** True if the form stores unsaved input as a draft when the user leaves the page. */
  isKept?: boolean;
  isRestored?: boolean;
}

interface FormProps {
  /** Submits the form. An API error appears at its field, or above the form if the error has no field. */
  onSubmit: () => Promise<unknown>;
  /** Names of the form's fields, which equal the API attribute names. */
  fields: readonly string[];
  /** Returns the message for an API error. Defaults to the general error texts. */
  explain?: (error: unknown) => ReactNode;
  fieldTexts?: FieldTexts;
  /** Validates the input before the form is submitted. Returns error messages, keyed by field. */
  check?: () => Record<string, string>;
  /** Unsaved input of a form on a page. If undefined, the form compares its controls with their initial values. */
  edits?: Edits;
  /** Shows a bar with the buttons Save and Discard at the bottom of the screen while the form has unsaved input. */
  saveBar?: Omit<SaveBarProps, 'form' | 'isPending' | 'onDiscard'>;
  /** If false, the user can leave the page without a warning about unsaved input. */
  isGuarded?: boolean;
  /**
   * Renders the form's fields. `errors` contains error messages, keyed by field, for controls other than React Aria
   * fields.
   */
  children: (state: { isPending: boolean; errors: Record<string, string> }) => ReactNode;
}

/**
 * A form that prevents double submission, shows API errors at their fields and protects unsaved input (`useUnsaved`).
 */
export function Form({
  onSubmit,
  fields,
  explain,
  fieldTexts,
  check,
  edits,
  saveBar,
  isGuarded = true,
  children,
}: FormProps): ReactNode {
  const t = useTexts();
  const id = useId();
  const { isPending, error, wrong, submit, clearError } = useSubmission({ onSubmit, check, fieldTexts });
  const form = useRef<HTMLFormElement>(null);
  const isTouched = useTouched(form);
  const dialog = useContext(DialogScopeContext);
  useUnsaved(
    isGuarded && (edits || dialog)
      ? {
          isChanged: () => edits?.isChanged ?? isTouched(),
          ...{ isKept: edits?.isKept ?? false, isPending },
          discard: edits?.discard ?? (() => undefined),
        }
      : undefined,
  );
  // Clears a field's error on change. Clearing the error on blur would move the page under the pointer during a
  // click.
  const whileTyping: object = {
    onChange: ({ target }: { target: { name?: string } }) => clearError(target.name ?? ''),
  };
  return (
    <form
      id={id}
      ref={form}
      className={styles['form']}
      noValidate
      {...whileTyping}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // Prevents the submit event of a dialog's form from reaching the page's form, which is an ancestor in the
        // React tree.
        event.stopPropagation();
        void submit(event.currentTarget);
      }}
    >
      {edits?.isRestored && <Notice>{t('unsaved.restored')}</Notice>}
      <FormError error={error} fields={fields} explain={explain} />
      <FormContext value={fieldContext}>
        <FormValidationContext value={wrong}>
          {children({ isPending, errors: joined(wrong) })}
        </FormValidationContext>
      </FormContext>
      {saveBar && edits?.isChanged && (
        <SaveBar {...saveBar} form={id} isPending={isPending} onDiscard={edits.discard} />
      )}
    </form>
  );
}

/**
 * Constant context value for React Aria fields. React Aria's own Form creates a context value after every change,
 * which would rerender every checkbox of a permissions grid.
 */
const fieldContext = { validationBehavior: 'aria' } as const;

function useSubmission({
  onSubmit,
  check,
  fieldTexts,
}: Pick<FormProps, 'onSubmit' | 'check'> & { fieldTexts: FieldTexts | undefined }) {
  const t = useTexts();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [wrong, setWrong] = useState<Record<string, string | string[]>>({});
  // Prevents a second submission before React renders the pending state.
  const isRunning = useRef(false);
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isRunning.current) return;
    const found = check?.() ?? {};
    setWrong(found);
    setError(undefined);
    if (Object.keys(found).length > 0) return focusFirst(form, Object.keys(found));
    isRunning.current = true;
    setPending(true);
    try {
      await onSubmit();
    } catch (thrown) {
      setError(thrown);
      const named = fieldErrors(thrown, (each) => errorText(t, each, fieldTexts));
      setWrong(named);
      focusFirst(form, Object.keys(named));
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  const clearError = (field: string): void => {
    if (Object.hasOwn(wrong, field)) setWrong(({ [field]: _, ...others }) => others);
  };
  return { isPending, error, wrong, submit, clearError };
}

/** Returns a function that checks whether a control of the form differs from its initial value. */
function useTouched(form: RefObject<HTMLFormElement | null>): () => boolean {
  const [first] = useState(() => new WeakMap<Element, string>());
  const controls = (): Element[] => [...(form.current?.elements ?? [])];
  // Runs the effect after every render, because any render can add form controls.
  useEffect(() => {
    for (const control of controls()) if (!first.has(control)) first.set(control, valueOf(control));
  });
  return () => controls().some((control) => (first.get(control) ?? '') !== valueOf(control));
}

function valueOf(control: Element): string {
  if (control instanceof HTMLInputElement)
    return control.type === 'search' ? '' : `${control.checked} ${control.value}`;
  const isText = control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
  return isText ? control.value : '';
}

interface FormActionsProps {
  action: ReactNode;
  isPending?: boolean;
  isDanger?: boolean | undefined;
  onCancel: () => void;
}

export function FormActions({
  action,
  isPending = false,
  isDanger = false,
  onCancel,
}: FormActionsProps): ReactNode {
  const t = useTexts();
  return (
    <DialogActions>
      <Button onPress={onCancel}>{t('action.cancel')}</Button>
      <Button type="submit" look={isDanger ? 'danger' : 'primary'} isPending={isPending}>
        {action}
      </Button>
    </DialogActions>
  );
}

function joined(errors: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, each]) => [field, [each].flat().join(' ')]));
}

function FormError({
  error,
  fields,
  explain,
}: { error: unknown } & Pick<FormProps, 'fields' | 'explain'>): ReactNode {
  const t = useTexts();
  if (error === undefined) return null;
  const own = explain?.(error);
  const others = otherErrors(error, fields);
  const atFields = isProblem(error) && error.errors.length > 0 && others.length === 0;
  if (own === undefined && atFields) return null;
  return (
    <Notice kind="danger" live title={own === undefined ? t('error.form') : undefined}>
      {own ??
        (isProblem(error) && error.status === 422
          ? others.map((each, at) => <p key={at}>{errorText(t, each)}</p>)
          : t(whatHappened(error)))}
    </Notice>
  );
}

function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  requestAnimationFrame(() => {
    const inputs = [...form.querySelectorAll<HTMLElement>('input[name], textarea[name], select[name]')];
    inputs.find((input) => names.includes(input.getAttribute('name') ?? ''))?.focus();
  });
}
