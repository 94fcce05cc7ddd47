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
  /** Restores the saved values. */
  discard: () => void;
  /** True if a draft stores the input when the person leaves the page. */
  isKept?: boolean;
  /** True if the input was restored from a draft. */
  isRestored?: boolean;
}

interface FormProps {
  /**
   * Sends the form. The form shows errors at the fields that the service names, and all other errors above
   * the form.
   */
  onSubmit: () => Promise<unknown>;
  /** Names of the fields, which equal the attribute names. */
  fields: readonly string[];
  /** Explains errors of the service in this form. If it is undefined, the form uses the general texts. */
  explain?: (error: unknown) => ReactNode;
  /** Texts of this form for invalid values. */
  fieldTexts?: FieldTexts;
  /** Validates the input before it is sent. Returns errors by field. */
  check?: () => Record<string, string>;
  /**
   * Unsaved input of a form on a page. If it is missing, the form compares its controls with their initial
   * values.
   */
  edits?: Edits;
  /**
   * If set, a bar with Save and Discard appears at the lower edge of the screen while the form has unsaved
   * input.
   */
  saveBar?: Omit<SaveBarProps, 'form' | 'isPending' | 'onDiscard'>;
  /** If false, the panel does not ask before the input is lost. */
  isGuarded?: boolean;
  /** Renders the form. `errors` contains errors by field, for controls that are not React Aria fields. */
  children: (state: { isPending: boolean; errors: Record<string, string> }) => ReactNode;
}

/**
 * A form that cannot be submitted twice at once. Shows errors next to their fields and focuses the first of
 * these fields. Protects unsaved input (`useUnsaved`).
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
  // Clears the error when the value changes. Clearing the error on blur would move the page under the pointer
  // during a click.
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
        // Stops the event at the dialog. In React's tree, a dialog is inside the form of its page.
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
 * Value of the context that React Aria's Form provides. Its Form creates a new value after every change, so that
 * each click would render every checkbox of a grid of permissions again.
 */
const fieldContext = { validationBehavior: 'aria' } as const;

/** Submits a form, and ignores a submission while another one is running. */
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

/** Returns a function that tells whether a control of the form differs from its initial value. */
function useTouched(form: RefObject<HTMLFormElement | null>): () => boolean {
  const [first] = useState(() => new WeakMap<Element, string>());
  const controls = (): Element[] => [...(form.current?.elements ?? [])];
  // Runs after every render, because any render can add controls.
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
  /** Label of the submitting button, which is a verb. */
  action: ReactNode;
  isPending?: boolean;
  /** True if the action deletes something. */
  isDanger?: boolean | undefined;
  onCancel: () => void;
}

/** Cancel and submit buttons of a form in a dialog. */
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

/** Focuses the first field with an error after React has rendered the errors. */
function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  requestAnimationFrame(() => {
    const inputs = [...form.querySelectorAll<HTMLElement>('input[name], textarea[name], select[name]')];
    inputs.find((input) => names.includes(input.getAttribute('name') ?? ''))?.focus();
  });
}
