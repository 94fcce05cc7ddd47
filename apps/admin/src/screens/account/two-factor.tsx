import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authDocument, authPage } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Card, Row, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { ErrorState, Skeleton, whatHappened } from '../../parts/states';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { type Enrolled, EnrolDialog } from './enrol-dialog';
import { RecoveryCodesDialog } from './recovery-codes';

type Device = Resource<{ confirmed_at: string | null; recovery_codes_left: number }>;

const path = '/api/totp_devices';
/** If at most this number of recovery codes remains, the panel suggests creating new recovery codes. */
const FEW = 3;

export function TwoFactor(): ReactNode {
  const t = useTexts();
  const devices = useQuery({
    queryKey: ['totp-devices'],
    queryFn: async ({ signal }) => (await authPage<Device>(path, { signal })).data,
  });
  const device = devices.data?.find(({ attributes }) => attributes.confirmed_at !== null);
  return (
    <Card title={t('twoFactor.title')} lead={t(device ? 'twoFactor.on' : 'twoFactor.off')}>
      {devices.isPending && <Skeleton lines={2} />}
      {devices.error && !devices.data && (
        <ErrorState error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data && <Actions device={device} />}
    </Card>
  );
}

function Actions({ device }: { device: Device | undefined }): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const [enrolled, setEnrolled] = useState<Enrolled>();
  const [codes, setCodes] = useState<string[]>();
  const [isLeaving, setLeaving] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const changed = () => queries.invalidateQueries({ queryKey: ['totp-devices'] });
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    setError(undefined);
    await work().catch(setError);
    setPending(false);
  };
  const enrol = async (): Promise<void> => {
    const { data, meta } = await authDocument<Document<Device, Omit<Enrolled, 'id'>>>(path, {
      method: 'POST',
    });
    setEnrolled({ id: data.id, ...meta! });
  };
  const renew = async (): Promise<void> => {
    const renewed = `${path}/${device!.id}/recovery_codes`;
    const { meta } = await authDocument<Document<Device, { recovery_codes: string[] }>>(renewed, {
      method: 'POST',
    });
    setCodes(meta!.recovery_codes);
    await changed();
  };
  const turnOff = async (): Promise<void> => {
    await authDocument(`${path}/${device!.id}`, { method: 'DELETE' });
    await changed();
    toast(t('twoFactor.turnedOff'));
  };
  return (
    <Stack>
      {error !== undefined && (
        <Notice kind="danger" live>
          {t(whatHappened(error))}
        </Notice>
      )}
      {device && <CodesLeft left={device.attributes.recovery_codes_left} />}
      <Row>
        {device ? (
          <>
            <Button isPending={pending} onPress={() => void run(renew)}>
              {t('twoFactor.newCodes')}
            </Button>
            <Button look="destructive" onPress={() => setLeaving(true)}>
              {t('twoFactor.turnOff')}
            </Button>
          </>
        ) : (
          <Button look="primary" isPending={pending} onPress={() => void run(enrol)}>
            {t('twoFactor.turnOn')}
          </Button>
        )}
      </Row>
      <EnrolDialog
        enrolled={enrolled}
        onClose={() => setEnrolled(undefined)}
        onDone={(made) => {
          setEnrolled(undefined);
          setCodes(made);
          void changed();
        }}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
      <ConfirmDialog
        title={t('twoFactor.turnOff.title')}
        action={t('twoFactor.turnOff')}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        onConfirm={turnOff}
      >
        {t('twoFactor.turnOff.text')}
      </ConfirmDialog>
    </Stack>
  );
}

function CodesLeft({ left }: { left: number }): ReactNode {
  const t = useTexts();
  if (left > FEW) return <p>{t('twoFactor.codesLeft', { left })}</p>;
  return <Notice kind="warning">{t('twoFactor.fewCodes', { left })}</Notice>;
}
