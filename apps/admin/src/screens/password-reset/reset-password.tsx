import { type ReactNode, useState } from 'react';
import { fieldErrors, isProblem } from '../../api/problem';
import { send } from '../../api/request';
import { Button, ButtonLink } from '../../parts/button';
import { PasswordInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { useLinkToken } from '../../session/link-token';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';

/**
 * Page that a password reset link opens. The page sends a request only when the user submits the form, so that an
 * email scanner does not use up the link.
 */
export default function ResetPassword(): ReactNode {
  const t = useTexts();
  const token = useLinkToken();
  const [state, setState] = useState<'open' | 'done' | 'dead'>('open');
  if (state === 'done') {
    return (
      <FocusedPage title={t('reset.done.title')} lead={t('reset.done')}>
        <ButtonLink look="primary" href="/sign-in">
          {t('signIn.title')}
        </ButtonLink>
      </FocusedPage>
    );
  }
  if (state === 'dead' || token === '') {
    return (
      <FocusedPage title={t('reset.dead.title')} lead={t('reset.dead')}>
        <ButtonLink look="primary" href="/forgot-password">
          {t('reset.dead.again')}
        </ButtonLink>
      </FocusedPage>
    );
  }
  return (
    <FocusedPage title={t('reset.title')} lead={t('reset.lead')}>
      <NewPassword token={token} onEnd={setState} />
    </FocusedPage>
  );
}

function NewPassword({
  token,
  onEnd,
}: {
  token: string;
  onEnd: (state: 'done' | 'dead') => void;
}): ReactNode {
  const t = useTexts();
  const [password, setPassword] = useState('');
  const submit = async (): Promise<void> => {
    try {
      const attributes = { reset_token: token, password };
      await send('/admin/api/passwords', { method: 'POST', data: { type: 'passwords', attributes } });
      onEnd('done');
    } catch (error) {
      if (!('reset_token' in fieldErrors(error))) throw error;
      onEnd('dead');
    }
  };
  return (
    <Form
      onSubmit={submit}
      fields={['password']}
      explain={(error) =>
        isProblem(error) && error.status === 429
          ? t('forgot.limited', { minutes: error.minutesToWait })
          : undefined
      }
      check={(): Record<string, string> =>
        password === '' ? { password: t('account.password.missingNew') } : {}
      }
    >
      {({ isPending }) => (
        <>
          <PasswordInput
            label={t('account.password.new')}
            description={t('account.password.rule')}
            name="password"
            autoComplete="new-password"
            autoFocus
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" look="primary" wide isPending={isPending}>
            {t('reset.submit')}
          </Button>
        </>
      )}
    </Form>
  );
}
