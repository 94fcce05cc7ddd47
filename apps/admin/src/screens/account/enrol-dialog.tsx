import { QRCodeSVG } from 'qrcode.react';
import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { CodeBlock } from '../../parts/copy-button';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { useTexts } from '../../texts/texts';
import styles from './account.module.css';

/** A TOTP secret that the user has not confirmed yet. */
export interface Enrolled {
  id: string;
  secret: string;
  uri: string;
}

type Confirmed = Document<Resource<object>, { recovery_codes: string[] }>;

interface EnrolDialogProps {
  /** TOTP secret that the dialog shows. Undefined closes the dialog. */
  enrolled: Enrolled | undefined;
  onClose: () => void;
  /** Receives the recovery codes, which the API returns only once. */
  onDone: (recoveryCodes: string[]) => void;
}

/** Shows a TOTP secret as QR code and text. The user confirms the secret with a first code. */
export function EnrolDialog({ enrolled, onClose, onDone }: EnrolDialogProps): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('twoFactor.enrol.title')} isOpen={enrolled !== undefined} onClose={onClose}>
      {enrolled && <Enrol enrolled={enrolled} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function Enrol({
  enrolled: { id, secret, uri },
  onClose,
  onDone,
}: EnrolDialogProps & { enrolled: Enrolled }): ReactNode {
  const t = useTexts();
  const [code, setCode] = useState('');
  const submit = async (): Promise<void> => {
    const { meta } = await authDocument<Confirmed>(`/api/totp_devices/${id}`, {
      method: 'PATCH',
      data: { type: 'totp_devices', id, attributes: { code: code.trim() } },
    });
    onDone(meta!.recovery_codes);
  };
  const check = (): Record<string, string> =>
    code.trim().length < 6 ? { code: t('twoFactor.enrol.missing') } : {};
  return (
    <Stack>
      <p>{t('twoFactor.enrol.lead')}</p>
      <div className={styles['qr']}>
        <QRCodeSVG value={uri} size={176} marginSize={2} title={t('twoFactor.enrol.qr')} />
      </div>
      <p>{t('twoFactor.enrol.text')}</p>
      <CodeBlock code={secret} label={t('twoFactor.enrol.secret')} wrap />
      <Form onSubmit={submit} fields={['code']} check={check}>
        {({ isPending }) => (
          <>
            <TextInput
              label={t('twoFactor.enrol.code')}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              mono
              value={code}
              onChange={setCode}
            />
            <FormActions action={t('twoFactor.turnOn')} isPending={isPending} onCancel={onClose} />
          </>
        )}
      </Form>
    </Stack>
  );
}
