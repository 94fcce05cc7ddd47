import { type ReactNode, useState } from 'react';
import { isProblem, type Problem } from '../api/problem';
import { Button } from '../parts/button';
import { DialogActions } from '../parts/dialog';
import { PasswordInput, TextInput } from '../parts/fields';
import { Form } from '../parts/form';
import { Stack } from '../parts/layout';
import { useTexts } from '../texts/texts';
import { PasskeyButton } from './passkey-button';
import { signIn, signInWithPasskey } from './session';
import { usePasskeysInForm } from './use-passkeys-in-form';
import { CodeInput } from './code-input';

interface SignInFormProps {
  /** Email address of the expired session. If set, the field is read-only. */
  email?: string;
  onSignedIn?: () => void;
  other?: ReactNode;
}

export function SignInForm({ email: given, onSignedIn, other }: SignInFormProps): ReactNode {
  const t = useTexts();
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  // Code of the second factor. Undefined during the password step.
  const [code, setCode] = useState<string>();
  usePasskeysInForm(given === undefined);
  const explain = (error: unknown): ReactNode => {
    if (!isProblem(error)) return undefined;
    if (error.has('second_factor_required')) return t('signIn.code.wrong');
    if (error.status === 401 || error.status === 422) return t('signIn.refused');
    if (error.status !== 429) return undefined;
    return t('signIn.limited', { minutes: error.minutesToWait });
  };
  const check = () => ({
    ...(email.trim() === '' ? { email: t('signIn.missing.email') } : {}),
    ...(password === '' ? { password: t('signIn.missing.password') } : {}),
    ...(code?.trim() === '' ? { code: t('signIn.code.missing') } : {}),
  });
  const submit = async (): Promise<void> => {
    try {
      await signIn({ email: email.trim(), password, ...(code !== undefined && { code: code.trim() }) });
    } catch (error) {
      if (!needsCode(error)) throw error;
      return setCode('');
    }
    onSignedIn?.();
  };
  return (
    <Stack>
      <Form onSubmit={submit} fields={[]} explain={explain} check={check}>
        {({ isPending }) => (
          <>
            <TextInput
              label={t('signIn.email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete={given ? 'username' : 'username webauthn'}
              autoFocus={!given}
              isReadOnly={given !== undefined || code !== undefined}
              value={email}
              onChange={setEmail}
            />
            {code === undefined ? (
              <PasswordInput
                label={t('signIn.password')}
                name="password"
                autoComplete="current-password"
                autoFocus={given !== undefined}
                value={password}
                onChange={setPassword}
              />
            ) : (
              <CodeInput value={code} onChange={setCode} />
            )}
            <DialogActions>
              {other}
              <Button type="submit" look="primary" wide={!other} isPending={isPending}>
                {t(code === undefined ? 'signIn.submit' : 'signIn.code.submit')}
              </Button>
            </DialogActions>
          </>
        )}
      </Form>
      {code === undefined && <PasskeyButton onAnswer={signInWithPasskey} />}
    </Stack>
  );
}

/** Returns true if the password was correct and the service requires a code of the second factor. */
export function needsCode(error: unknown): error is Problem {
  return (
    isProblem(error) && error.errors.some(({ meta }) => meta?.reason === 'missing') && error.status === 403
  );
}
