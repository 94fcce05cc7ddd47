import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import styles from './copy-button.module.css';

/** Time in milliseconds for which the "Copied" message is visible. */
const saidForMs = 2500;

/** Copies a text to the clipboard and confirms it. `label` describes the text for screen readers. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const t = useTexts();
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), saidForMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    // Without HTTPS or localhost, browsers do not define the clipboard API.
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
      />
      <span role="status" className={state === 'refused' ? styles['refused'] : styles['visuallyHidden']}>
        {state === 'copied' && t('action.copied')}
        {state === 'refused' && t('action.copyFailed')}
      </span>
    </>
  );
}

/** A code block with a copy button. `wrap` allows line breaks at any character, for long tokens. */
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
