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

/** After this long nobody is on the way any more: the reader has stopped the browser. */
const leavingMs = 15_000;

const buttons = { new: 'grant.install', changed: 'grant.update', same: 'grant.installAgain' } as const;

interface ConsentFormProps {
  app: ShopApp;
  kind: keyof typeof buttons;
  /** The query of the address. */
  asked: URLSearchParams;
}

/**
 * A form of the browser, not a request of a script: the service answers with 303 to the app, and the nonce in that address never comes into this
 * page's hands (docs/adr/grant-form.md). It says which scopes were shown; for others nothing is granted.
 */
export function ConsentForm({ app, kind, asked }: ConsentFormProps): ReactNode {
  const t = useTexts();
  const { isLeaving, isHasty, onSubmit } = useLeaving();
  useFreshSession();
  return (
    <form method="post" action="/admin/oauth/grants" className={styles['form']} onSubmit={onSubmit}>
      <Fields app={app} asked={asked} />
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

/** Back to the panel; but an OAuth client waits for its answer, so the same form tells it (RFC 6749 §4.1.2.1). */
function Decline({ asked }: Pick<ConsentFormProps, 'asked'>): ReactNode {
  const t = useTexts();
  if (asked.get('response_type') !== 'code') return <ButtonLink href="/">{t('action.cancel')}</ButtonLink>;
  return (
    <Button type="submit" {...decline}>
      {t('action.cancel')}
    </Button>
  );
}

/** As a field of the form. */
const decline = { name: 'decision', value: 'denied' };

const isDeclined = ({ nativeEvent }: FormEvent): boolean =>
  (nativeEvent as SubmitEvent).submitter?.getAttribute('value') === decline.value;

/** What the app opened the screen with, which comes back to it: its own state, and of an OAuth client how it wants its answer. */
const passedOn = ['state', 'response_type', 'code_challenge'];

function Fields({ app, asked }: Pick<ConsentFormProps, 'app' | 'asked'>): ReactNode {
  const shop = useShop();
  const { csrf_token } = useSession();
  return (
    <>
      <input type="hidden" name="csrf_token" value={csrf_token} />
      <input type="hidden" name="shop_id" value={shop.id} />
      <input type="hidden" name="app_id" value={app.id} />
      <input type="hidden" name="scopes" value={app.attributes.scopes.join(' ')} />
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

/** Sends the form, after a step-up if the last proof is too old. Returns whether the form was sent. */
async function submitProved(form: HTMLFormElement): Promise<boolean> {
  if ((await isStepUpNeeded()) && !(await proveAgain())) return false;
  form.submit();
  return true;
}

/** The form is sent once, and not by a press that was meant for another window. */
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
