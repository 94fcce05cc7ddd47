import { type ReactNode, useState } from 'react';
import { isProblem } from '../api/problem';
import { send } from '../api/request';
import { Dialog } from '../parts/dialog';
import { PasswordInput } from '../parts/fields';
import { Form, FormActions } from '../parts/form';
import { Stack } from '../parts/layout';
import { useTexts } from '../texts/texts';
import { CodeInput } from './code-input';
import { PasskeyButton } from './passkey-button';
import { sessionNow, useSession } from './session';
import { needsCode } from './sign-in-form';
import { finishStepUp, useStepUpAsked } from './step-up';

export function StepUpDialog(): ReactNode {
  const t = useTexts();
  const isAsked = useStepUpAsked();
  return (
    <Dialog title={t('stepUp.title')} size="small" isOpen={isAsked} onClose={() => finishStepUp(false)}>
      <Stack>
        <p>{t('stepUp.lead')}</p>
        <StepUpForm />
        <PasskeyButton onAnswer={(passkey) => prove({ passkey })} />
      </Stack>
    </Dialog>
  );
}

function StepUpForm(): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  const [password, setPassword] = useState('');
  // Code of the second factor. Undefined during the password step.
  const [code, setCode] = useState<string>();
  const explain = (error: unknown): ReactNode => {
    if (!isProblem(error)) return undefined;
    if (error.has('second_factor_required')) return t('signIn.code.wrong');
    if (error.status === 422) return t('stepUp.refused');
    return error.status === 429 ? t('signIn.limited', { minutes: error.minutesToWait }) : undefined;
  };
  const check = () => ({
    ...(password === '' ? { password: t('signIn.missing.password') } : {}),
    ...(code?.trim() === '' ? { code: t('signIn.code.missing') } : {}),
  });
  const submit = async (): Promise<void> => {
    try {
      await prove({ password, ...(code !== undefined && { code: code.trim() }) });
    } catch (error) {
      if (!needsCode(error)) throw error;
      setCode('');
    }
  };
  return (
    <Form onSubmit={submit} fields={[]} explain={explain} check={check} isGuarded={false}>
      {({ isPending }) => (
        <>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          {code === undefined ? (
            <PasswordInput
              label={t('signIn.password')}
              name="password"
              autoComplete="current-password"
              autoFocus
              value={password}
              onChange={setPassword}
            />
          ) : (
            <CodeInput value={code} onChange={setCode} />
          )}
          <FormActions
            action={t('stepUp.submit')}
            isPending={isPending}
            onCancel={() => finishStepUp(false)}
          />
        </>
      )}
    </Form>
  );
}

/** Sends the password or passkey to the service. Throws if the service rejects the password or passkey. */
async function prove(attributes: { password: string; code?: string } | { passkey: object }): Promise<void> {
  await send('/admin/api/reauthentications', {
    method: 'POST',
    data: { type: 'reauthentications', attributes },
    headers: { 'x-csrf-token': sessionNow()?.csrf_token ?? '' },
  });
  finishStepUp(true);
}
