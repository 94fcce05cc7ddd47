import { type ReactNode, useState } from 'react';
import { isProblem } from '../api/problem';
import { Button } from '../parts/button';
import { DialogActions } from '../parts/dialog';
import { PasswordInput, TextInput } from '../parts/fields';
import { Form } from '../parts/form';
import { useTexts } from '../texts/texts';
import { signIn } from './session';

interface SignInFormProps {
  /** Who has to sign in; where it is given it can't be changed. */
  email?: string;
  onSignedIn?: () => void;
  /** Beside the button. */
  other?: ReactNode;
}

export function SignInForm({ email: given, onSignedIn, other }: SignInFormProps): ReactNode {
  const t = useTexts();
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const explain = (error: unknown): ReactNode => {
    if (!isProblem(error)) return undefined;
    if (error.status === 401 || error.status === 422) return t('signIn.refused');
    if (error.status !== 429) return undefined;
    return t('signIn.limited', { minutes: error.minutesToWait });
  };
  const check = () => ({
    ...(email.trim() === '' ? { email: t('signIn.missing.email') } : {}),
    ...(password === '' ? { password: t('signIn.missing.password') } : {}),
  });
  const submit = async (): Promise<void> => {
    await signIn({ email: email.trim(), password });
    onSignedIn?.();
  };
  return (
    <Form onSubmit={submit} fields={[]} explain={explain} check={check}>
      {({ isPending }) => (
        <>
          <TextInput
            label={t('signIn.email')}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoFocus={!given}
            isReadOnly={given !== undefined}
            value={email}
            onChange={setEmail}
          />
          <PasswordInput
            label={t('signIn.password')}
            name="password"
            autoComplete="current-password"
            autoFocus={given !== undefined}
            value={password}
            onChange={setPassword}
          />
          <DialogActions>
            {other}
            <Button type="submit" look="primary" wide={!other} isPending={isPending}>
              {t('signIn.submit')}
            </Button>
          </DialogActions>
        </>
      )}
    </Form>
  );
}
