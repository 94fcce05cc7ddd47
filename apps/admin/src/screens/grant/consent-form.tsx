import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { ShopApp } from '../../api/shop-apps';
import { Button, ButtonLink } from '../../parts/button';
import { DialogActions } from '../../parts/dialog';
import { Notice } from '../../parts/notice';
import { isStepUpNeeded, useSession } from '../../session/session';
import { proveAgain } from '../../session/step-up';
import { useShop } from '../../session/shop';
import { Text, useTexts } from '../../texts/texts';
import { useFreshSession } from './fresh-session';
import styles from './grant.module.css';
import { useJustInFront } from '../../parts/just-in-front';

/** Time in milliseconds after which the panel assumes that the user has stopped the navigation. */
const leavingMs = 15_000;

const buttons = { new: 'grant.install', changed: 'grant.update', same: 'grant.installAgain' } as const;

interface ConsentFormProps {
  app: ShopApp;
  scopes: readonly string[];
  kind: keyof typeof buttons;
  asked: URLSearchParams;
}

/**
 * Submits a native form with the scopes that the owner saw and selected. The response redirects the browser to the
 * app with the installation nonce in the URL, so that scripts never see the nonce (docs/adr/grant-form.md). The
 * service rejects the form if the app's scopes have changed since the page was loaded.
 */
export function ConsentForm({ app, scopes, kind, asked }: ConsentFormProps): ReactNode {
  const t = useTexts();
  const { isLeaving, isHasty, onSubmit } = useLeaving();
  useFreshSession();
  return (
    <form method="post" action="/admin/oauth/grants" className={styles['form']} onSubmit={onSubmit}>
      <Fields app={app} scopes={scopes} asked={asked} />
      <Next host={app.attributes.install_host} />
      {isHasty && (
        <Notice kind="warning" live title={t('grant.hasty.title')}>
          <p>{t('grant.hasty')}</p>
        </Notice>
      )}
      {asked.has('step_up') && (
        <Notice kind="warning" live title={t('grant.stepUp.title')}>
          <p>{t('grant.stepUp')}</p>
        </Notice>
      )}
      <DialogActions>
        <Decline asked={asked} />
        <Button type="submit" look="primary" isPending={isLeaving}>
          {t(buttons[kind])}
        </Button>
      </DialogActions>
    </form>
  );
}

/**
 * A button that returns to the panel. For an OAuth client, the button submits a denial, because the client expects a
 * response (RFC 6749 §4.1.2.1).
 */
function Decline({ asked }: Pick<ConsentFormProps, 'asked'>): ReactNode {
  const t = useTexts();
  if (asked.get('response_type') !== 'code') return <ButtonLink href="/">{t('action.cancel')}</ButtonLink>;
  return (
    <Button type="submit" {...decline}>
      {t('action.cancel')}
    </Button>
  );
}

/** Form field that denies the request of an OAuth client. */
const decline = { name: 'decision', value: 'denied' };

const isDeclined = ({ nativeEvent }: FormEvent): boolean =>
  (nativeEvent as SubmitEvent).submitter?.getAttribute('value') === decline.value;

/** URL parameters that the form submits again: parameters for the app, and the requested scopes. */
const passedOn = ['state', 'response_type', 'code_challenge', 'redirect_uri', 'optional_scopes'];

function Fields({ app, scopes, asked }: Pick<ConsentFormProps, 'app' | 'scopes' | 'asked'>): ReactNode {
  const shop = useShop();
  const { csrf_token } = useSession();
  const { granted_scopes } = app.attributes;
  return (
    <>
      <input type="hidden" name="csrf_token" value={csrf_token} />
      <input type="hidden" name="shop_id" value={shop.id} />
      <input type="hidden" name="app_id" value={app.id} />
      <input type="hidden" name="scopes" value={scopes.join(' ')} />
      {granted_scopes && <input type="hidden" name="granted_scopes" value={granted_scopes.join(' ')} />}
      {passedOn.map((name) => {
        const value = asked.get(name);
        return value !== null && <input key={name} type="hidden" name={name} value={value} />;
      })}
    </>
  );
}

function Next({ host }: { host: string }): ReactNode {
  const t = useTexts();
  const { email } = useSession();
  return (
    <div className={styles['soft']}>
      <p>
        <Text id="grant.next" values={{ host: <bdi className={styles['host']}>{host}</bdi> }} />
      </p>
      <p>{t('grant.person', { email })}</p>
    </div>
  );
}

/**
 * Submits the form. First asks the user to authenticate again if the last sign-in is too old. Returns true if the
 * form was submitted.
 */
async function submitProved(form: HTMLFormElement): Promise<boolean> {
  if ((await isStepUpNeeded()) && !(await proveAgain())) return false;
  form.submit();
  return true;
}

/** Ignores a second submission, and a click that may have been meant for another window. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  const [isHasty, setHasty] = useState(false);
  const isJustInFront = useJustInFront();
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => setLeaving(false), leavingMs);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    if (isDeclined(event)) return;
    event.preventDefault();
    const hasty = isJustInFront();
    setHasty(hasty);
    if (isLeaving || hasty) return;
    setLeaving(true);
    void submitProved(event.currentTarget).then(setLeaving);
  };
  return { isLeaving, isHasty, onSubmit };
}
