import { type ReactNode, useState } from 'react';
import { useLinkToken } from '../../session/link-token';
import { useSessionState } from '../../session/session';
import { SignInForm } from '../../session/sign-in-form';
import { FocusedPage } from '../../shell/focused-page';
import { useTexts } from '../../texts/texts';
import { AskingDevice, type Decision, type Purpose } from './asking-device';
import { EnterCode } from './enter-code';

/**
 * Page on which a user approves a program that signs in with a device code (docs/adr/device-sign-in.md). Every host
 * of the panel serves the page, because a device sign-in needs no shop.
 */
export default function Device(): ReactNode {
  const t = useTexts();
  const given = useLinkToken();
  const state = useSessionState();
  if (state.kind !== 'signed-in') {
    return (
      <FocusedPage title={t('device.signIn.title')} lead={t('device.signIn.lead')}>
        <SignInForm />
      </FocusedPage>
    );
  }
  return <SignedIn given={given} />;
}

/** Content of the device page for a signed-in user. `given` is the device code in the URL. */
function SignedIn({ given }: { given: string }): ReactNode {
  const t = useTexts();
  const [code, setCode] = useState(given);
  const [decided, setDecided] = useState<{ decision: Decision; purpose: Purpose }>();
  if (decided)
    return (
      <FocusedPage title={t(`device.${decided.purpose}.${decided.decision}.title`)}>
        <p>{t(`device.${decided.purpose}.${decided.decision}`)}</p>
      </FocusedPage>
    );
  if (code === '') return <EnterCode onCode={setCode} />;
  return (
    <AskingDevice
      code={code}
      onDecision={(decision, purpose) => setDecided({ decision, purpose })}
      onOther={() => setCode('')}
    />
  );
}
