import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import styles from './copy-button.module.css';

/** How long the button says what it did, in ms. */
const saidForMs = 2500;

/** Puts a text on the clipboard and says so. `label`: what is copied, for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const t = useTexts();
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), saidForMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    // The clipboard is there on https and on localhost only.
    const written = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'));
    written.then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <>
      <Button
        size="small"
        icon={state === 'copied' ? 'check' : 'copy'}
        onPress={copy}
        aria-label={`${t(state === 'copied' ? 'action.copied' : 'action.copy')}: ${label}`}
      >
        <span className={styles['words']}>
          <span data-shown={state !== 'copied'}>{t('action.copy')}</span>
          <span data-shown={state === 'copied'}>{t('action.copied')}</span>
        </span>
      </Button>
      <span role="status" className={state === 'refused' ? styles['refused'] : styles['visuallyHidden']}>
        {state === 'copied' && t('action.copied')}
        {state === 'refused' && t('action.copyFailed')}
      </span>
    </>
  );
}

/** Code in one block, as long as it is, with a button that copies it. `wrap`: broken anywhere, for a token. */
export function CodeBlock({
  code,
  label,
  wrap = false,
}: {
  code: string;
  label: string;
  wrap?: boolean;
}): ReactNode {
  return (
    <div className={styles['block']}>
      {/* Scrolled by keyboard, so it can be focused. */}
      <pre className={wrap ? styles['wrap'] : ''} tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
      <div className={styles['corner']}>
        <CopyButton text={code} label={label} />
      </div>
    </div>
  );
}
