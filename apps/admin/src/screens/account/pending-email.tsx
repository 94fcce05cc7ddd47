import { type ReactNode, useState } from 'react';
import { askAuth } from '../../api/auth-api';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Facts } from '../../parts/facts';
import { Badge, Notice } from '../../parts/notice';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { type EmailChange, emailChangesPath } from './owner';

interface PendingEmailProps {
  change: EmailChange;
  current: string;
  onEnd: () => void;
}

/** Shows which confirmation links of an email change the user has opened. A button cancels the email change. */
export function PendingEmail({ change: { id, attributes }, current, onEnd }: PendingEmailProps): ReactNode {
  const t = useTexts();
  const [isAsked, setAsked] = useState(false);
  const state = (confirmed_at: string | null): ReactNode =>
    confirmed_at === null ? (
      <Badge>{t('account.email.waiting')}</Badge>
    ) : (
      <Badge kind="good">{t('account.email.confirmed')}</Badge>
    );
  const cancel = async (): Promise<void> => {
    await askAuth(`${emailChangesPath}/${id}`, { method: 'DELETE' });
    onEnd();
    toast(t('account.email.canceled'));
  };
  return (
    <>
      <Notice
        title={t('account.email.pending')}
        actions={<Button onPress={() => setAsked(true)}>{t('account.email.cancel')}</Button>}
      >
        <p>
          {t('account.email.pending.lead')} <Time value={attributes.expires_at} />
        </p>
        <Facts
          facts={[
            { name: current, value: state(attributes.current_confirmed_at) },
            { name: attributes.email, value: state(attributes.new_confirmed_at) },
          ]}
        />
      </Notice>
      <ConfirmDialog
        title={t('account.email.cancel.title')}
        action={t('account.email.cancel')}
        dismiss={t('account.email.cancel.dismiss')}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={cancel}
      >
        {t('account.email.cancel.text', { email: current })}
      </ConfirmDialog>
    </>
  );
}
