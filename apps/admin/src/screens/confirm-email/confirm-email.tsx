import { type ReactNode, useState } from 'react';
import type { Document, Resource } from '../../api/documents';
import { fieldErrors, isProblem } from '../../api/problem';
import { send } from '../../api/request';
import { Button, ButtonLink } from '../../parts/button';
import { Form } from '../../parts/form';
import { useLinkToken } from '../../session/link-token';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';

type Confirmation = Resource<{ email: string; is_changed: boolean }>;

/**
 * Page that both confirmation links of an email change open. The page sends a request only when the user presses the
 * button, so that an email scanner does not use up the link.
 */
export default function ConfirmEmail(): ReactNode {
  const t = useTexts();
  const token = useLinkToken();
  const explain = useExplanation();
  const [confirmed, setConfirmed] = useState<Confirmation['attributes']>();
  const [isDead, setDead] = useState(token === '');
  const submit = async (): Promise<void> => {
    const data = { type: 'email_confirmations', attributes: { confirmation_token: token } };
    try {
      const { document } = await send<Document<Confirmation>>('/admin/api/email_confirmations', {
        method: 'POST',
        data,
      });
      setConfirmed(document.data.attributes);
    } catch (error) {
      if (!('confirmation_token' in fieldErrors(error))) throw error;
      setDead(true);
    }
  };
  if (confirmed) return <Confirmed {...confirmed} />;
  if (isDead) {
    return (
      <FocusedPage title={t('reset.dead.title')} lead={t('confirmEmail.dead')}>
        <ToAccount />
      </FocusedPage>
    );
  }
  return (
    <FocusedPage title={t('confirmEmail.title')} lead={t('confirmEmail.lead')}>
      <Form onSubmit={submit} fields={[]} explain={explain}>
        {({ isPending }) => (
          <Button type="submit" look="primary" wide isPending={isPending}>
            {t('confirmEmail.submit')}
          </Button>
        )}
      </Form>
    </FocusedPage>
  );
}

function Confirmed({ email, is_changed }: Confirmation['attributes']): ReactNode {
  const t = useTexts();
  return is_changed ? (
    <FocusedPage title={t('confirmEmail.changed.title')} lead={t('confirmEmail.changed', { email })}>
      <ToAccount />
    </FocusedPage>
  ) : (
    <FocusedPage title={t('confirmEmail.half.title')} lead={t('confirmEmail.half', { email })}>
      <ToAccount />
    </FocusedPage>
  );
}

function ToAccount(): ReactNode {
  const t = useTexts();
  return <ButtonLink href="/account">{t('confirmEmail.account')}</ButtonLink>;
}

function useExplanation(): (error: unknown) => ReactNode {
  const t = useTexts();
  return (error) => {
    if (!isProblem(error)) return undefined;
    if (error.has('already_exists')) return t('confirmEmail.taken');
    return error.status === 429 ? t('forgot.limited', { minutes: error.minutesToWait }) : undefined;
  };
}
