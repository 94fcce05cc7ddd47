import { type FormEvent, type ReactNode, useState } from 'react';
import { Form as AriaForm } from 'react-aria-components';
import { fieldErrors, isProblem, otherErrors } from '../api/problem';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { DialogActions } from './dialog';
import { errorText, ownText } from './error-words';
import styles from './form.module.css';
import { Notice } from './notice';
import { whatHappened } from './states';

interface FormProps {
  /** Sends the form. Errors are shown at the fields that the service names, otherwise above the form. */
  onSubmit: () => Promise<unknown>;
  /** Names of the fields, equal to attribute names. */
  fields: readonly string[];
  /** Texts of this form for errors of the service. undefined: the general text. */
  explain?: (error: unknown) => ReactNode;
  /** Validates before sending. Returns errors by field. */
  check?: () => Record<string, string>;
  /** `errors` by field, for controls that are not React Aria fields. */
  children: (state: { isPending: boolean; errors: Record<string, string> }) => ReactNode;
}

/**
 * A form that cannot be submitted twice at once. Errors appear at their fields, and the first one gets the
 * focus.
 */
export function Form({ onSubmit, fields, explain, check, children }: FormProps): ReactNode {
  const t = useTexts();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [wrong, setWrong] = useState<Record<string, string | string[]>>({});
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isPending) return;
    const found = check?.() ?? {};
    setWrong(found);
    setError(undefined);
    if (Object.keys(found).length > 0) return focusFirst(form, Object.keys(found));
    setPending(true);
    try {
      await onSubmit();
    } catch (thrown) {
      setError(thrown);
      const named = fieldErrors(thrown, (each) => ownText(t, each));
      setWrong(named);
      focusFirst(form, Object.keys(named));
    } finally {
      setPending(false);
    }
  };
  // Clears the error when the value changes. Clearing it on blur would move the page under the pointer during
  // a click.
  const whileTyping: object = {
    onChange: ({ target }: { target: { name?: string } }) => {
      const { name = '' } = target;
      if (Object.hasOwn(wrong, name)) setWrong(({ [name]: _, ...others }) => others);
    },
  };
  return (
    <AriaForm
      className={styles['form'] ?? ''}
      validationErrors={wrong}
      validationBehavior="aria"
      {...whileTyping}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // In React's tree a dialog is inside the form of its page.
        event.stopPropagation();
        void submit(event.currentTarget);
      }}
    >
      <FormError error={error} fields={fields} explain={explain} />
      {children({ isPending, errors: joined(wrong) })}
    </AriaForm>
  );
}

interface FormActionsProps {
  /** Label of the submitting button: a verb. */
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

/** Waits for React to render the errors. */
function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  requestAnimationFrame(() => {
    const inputs = [...form.querySelectorAll<HTMLElement>('input[name], textarea[name], select[name]')];
    inputs.find((input) => names.includes(input.getAttribute('name') ?? ''))?.focus();
  });
}
