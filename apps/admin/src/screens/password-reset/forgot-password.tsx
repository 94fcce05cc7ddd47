import { type ReactNode, useState } from 'react';
import { isProblem } from '../../api/problem';
import { send } from '../../api/request';
import { Button, ButtonLink } from '../../parts/button';
import { TextInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { Notice } from '../../parts/notice';
import { shopDomain } from '../../session/shop';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';

/** Page that requests a password reset link by email. The response does not reveal whether the account exists. */
export default function ForgotPassword(): ReactNode {
  const t = useTexts();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const submit = async (): Promise<void> => {
    const attributes = { email: email.trim(), shop_domain: shopDomain() };
    await send('/admin/api/password_resets', {
      method: 'POST',
      data: { type: 'password_resets', attributes },
    });
    setSentTo(email.trim());
  };
  const explain = (error: unknown): ReactNode => {
    if (!isProblem(error)) return undefined;
    if (error.status === 429) return t('forgot.limited', { minutes: error.minutesToWait });
    // Detects a platform without email transport. All other 503 responses are temporary.
    return error.errors.some(({ meta }) => meta?.reason === 'no_mail') ? t('forgot.noMail') : undefined;
  };
  if (sentTo !== undefined) {
    return (
      <FocusedPage title={t('forgot.sent.title')}>
        <Notice live>{t('forgot.sent', { email: sentTo })}</Notice>
        <p>{t('forgot.sent.lead')}</p>
        <ButtonLink href="/sign-in">{t('forgot.back')}</ButtonLink>
      </FocusedPage>
    );
  }
  return (
    <FocusedPage title={t('forgot.title')} lead={t('forgot.lead')}>
      <Form
        onSubmit={submit}
        fields={['email']}
        explain={explain}
        check={(): Record<string, string> =>
          email.trim() === '' ? { email: t('signIn.missing.email') } : {}
        }
      >
        {({ isPending }) => (
          <>
            <TextInput
              label={t('signIn.email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={setEmail}
            />
            <Button type="submit" look="primary" wide isPending={isPending}>
              {t('forgot.submit')}
            </Button>
          </>
        )}
      </Form>
      <ButtonLink look="quiet" href="/sign-in">
        {t('forgot.back')}
      </ButtonLink>
    </FocusedPage>
  );
}
