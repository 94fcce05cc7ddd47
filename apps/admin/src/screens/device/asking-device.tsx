import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { isProblem } from '../../api/problem';
import { Button } from '../../parts/button';
import { DialogActions } from '../../parts/dialog';
import { Facts } from '../../parts/facts';
import { Form } from '../../parts/form';
import { useJustInFront } from '../../parts/just-in-front';
import { Notice } from '../../parts/notice';
import { ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { useSession } from '../../session/session';
import { FocusedPage } from '../../shell/focused-page';
import { type Texts, useTexts } from '../../texts/texts';

export type Decision = 'allowed' | 'denied';
/** Purpose of a device code: a sign-in, or the confirmation of a command. */
export type Purpose = 'sign_in' | 'confirmation';

type Asking = Resource<{
  purpose: Purpose;
  command: string | null;
  device_name: string | null;
  program: string | null;
  system: string | null;
  address: string;
  network: string | null;
  is_same_network: boolean;
  created_at: string;
}>;

interface AskingDeviceProps {
  code: string;
  onDecision: (decision: Decision, purpose: Purpose) => void;
  /** Returns to the input field for the device code. */
  onOther: () => void;
}

/** Describes the program that requests access with a device code. Buttons approve or deny the request. */
export function AskingDevice({ code, onDecision, onOther }: AskingDeviceProps): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  const [isGone, setGone] = useState(false);
  const device = useQuery({
    queryKey: ['device', code],
    queryFn: () => orGone(sendCode('device_lookups', code)),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (isGone || device.data === null) return <NoneWaits onOther={onOther} />;
  if (!device.data) {
    return (
      <FocusedPage title={t('device.enter.title')}>
        {device.error ? (
          <ErrorState error={device.error} onRetry={() => void device.refetch()} />
        ) : (
          <Skeleton />
        )}
      </FocusedPage>
    );
  }
  const { purpose } = device.data.attributes;
  return (
    <FocusedPage title={t(`device.${purpose}.title`)} lead={t(`device.${purpose}.lead`, { email })}>
      <Facts facts={factsOf(code, device.data, t)} />
      <Notice kind="warning" title={t('device.warning.title')}>
        <p>{t(`device.${purpose}.warning`)}</p>
      </Notice>
      <Decide
        code={code}
        purpose={purpose}
        onDecision={(decision) => onDecision(decision, purpose)}
        onGone={() => setGone(true)}
      />
    </FocusedPage>
  );
}

function factsOf(code: string, { attributes }: Asking, t: Texts): { name: string; value: ReactNode }[] {
  const { purpose, command, device_name, address, network, is_same_network, created_at } = attributes;
  return [
    ...(command === null ? [] : [{ name: t('device.command'), value: <code>{command}</code> }]),
    { name: t('device.code'), value: <code>{asPrinted(code)}</code> },
    { name: t('device.name'), value: device_name ?? t('device.unnamed') },
    { name: t('device.program'), value: programOf(attributes, t) },
    {
      name: t('device.address'),
      value: is_same_network ? address : t('device.otherNetwork', { address }),
    },
    { name: t('device.network'), value: network ?? t('device.unknown') },
    { name: t('device.since'), value: <Time value={created_at} form="relative" /> },
    { name: t('device.may'), value: t(`device.${purpose}.may`) },
  ];
}

/** Formats a device code as terminals print it. Users can omit the hyphen. */
function asPrinted(code: string): string {
  return code.toUpperCase().replace(/^(\w{4})[^\w]*(\w{4})$/, '$1-$2');
}

function programOf({ program, system }: Asking['attributes'], t: Texts): string {
  if (program === null) return system ?? t('device.unknown');
  return system === null ? program : t('device.programOn', { program, system });
}

interface DecideProps {
  code: string;
  purpose: Purpose;
  onDecision: (decision: Decision) => void;
  onGone: () => void;
}

function Decide({ code, purpose, onDecision, onGone }: DecideProps): ReactNode {
  const t = useTexts();
  const decision = useRef<Decision>('denied');
  const [isHasty, setHasty] = useState(false);
  const isJustInFront = useJustInFront();
  const submit = async (): Promise<void> => {
    const hasty = decision.current === 'allowed' && isJustInFront();
    setHasty(hasty);
    if (hasty) return;
    const decided = await orGone(sendCode(`${decision.current}_devices`, code));
    if (decided) onDecision(decision.current);
    else onGone();
  };
  const explain = (error: unknown): ReactNode =>
    isProblem(error) && error.status === 429
      ? t('device.limited', { minutes: error.minutesToWait })
      : undefined;
  return (
    <Form onSubmit={submit} fields={[]} explain={explain}>
      {({ isPending }) => (
        <>
          {isHasty && (
            <Notice kind="warning" live title={t('device.hasty.title')}>
              <p>{t('device.hasty')}</p>
            </Notice>
          )}
          <DialogActions>
            <Button type="submit" onPress={() => (decision.current = 'denied')} isDisabled={isPending}>
              {t('device.deny')}
            </Button>
            <Button
              type="submit"
              look="primary"
              onPress={() => (decision.current = 'allowed')}
              isPending={isPending}
            >
              {t(`device.${purpose}.allow`)}
            </Button>
          </DialogActions>
        </>
      )}
    </Form>
  );
}

function NoneWaits({ onOther }: Pick<AskingDeviceProps, 'onOther'>): ReactNode {
  const t = useTexts();
  return (
    <FocusedPage title={t('device.none.title')} lead={t('device.none')}>
      <Button look="primary" onPress={onOther}>
        {t('device.enter.title')}
      </Button>
    </FocusedPage>
  );
}

/** Sends the device code in the body, because servers log URLs. */
function sendCode(type: 'device_lookups' | `${Decision}_devices`, user_code: string): Promise<Asking> {
  const data = { type, attributes: { user_code } };
  return authDocument<Document<Asking>>(`/api/${type}`, { method: 'POST', data }).then(
    (document) => document.data,
  );
}

/** Returns the result of a device lookup. Returns null if no request is pending for the device code. */
async function orGone(asked: Promise<Asking>): Promise<Asking | null> {
  try {
    return await asked;
  } catch (error) {
    if (isProblem(error) && error.status === 422) return null;
    throw error;
  }
}
