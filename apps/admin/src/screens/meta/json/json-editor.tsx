import { type KeyboardEvent, memo, type ReactNode, type RefObject, useId } from 'react';
import { Button, Label, TextArea, TextField } from 'react-aria-components';
import { useTexts } from '../../../texts/texts';
import { type Finding, lineAndColumn } from './check';
import styles from './json-editor.module.css';
import { tokensOf } from './tokens';
import { goTo, indentOnEnter } from './typing';

interface JsonEditorProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
  /** Mistakes in the JSON text, which the editor marks and lists. */
  findings: readonly Finding[];
  actions?: ReactNode;
  /** Status message below the JSON editor if the JSON text is valid. */
  status?: ReactNode;
  ref: RefObject<HTMLTextAreaElement | null>;
  isReadOnly?: boolean;
}

/**
 * A JSON editor with line numbers, colors and immediate validation. A text area contains the text in front of a
 * colored copy.
 */
export function JsonEditor({
  label,
  text,
  onChange,
  findings,
  actions,
  status,
  ref,
  isReadOnly = false,
}: JsonEditorProps): ReactNode {
  const id = useId();
  const isInvalid = findings.some(({ level }) => level === 'error');
  const marks = new Map(
    findings.map((finding) => [lineAndColumn(text, finding.at).line, finding.level] as const),
  );
  return (
    <TextField
      name="data"
      className={styles['field'] ?? ''}
      value={text}
      onChange={onChange}
      isInvalid={isInvalid}
      isReadOnly={isReadOnly}
      validationBehavior="aria"
      aria-describedby={`${id}-below`}
    >
      <div className={styles['head']}>
        <Label className={styles['label'] ?? ''}>{label}</Label>
        {actions}
      </div>
      <div className={styles['frame']} data-invalid={isInvalid}>
        <div className={styles['sheet']}>
          <div className={styles['lines']} aria-hidden="true">
            {text.split('\n').map((line, at) => (
              <Line key={at} text={line} mark={marks.get(at + 1)} />
            ))}
          </div>
          <TextArea
            ref={ref}
            className={styles['area'] ?? ''}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            wrap="soft"
            onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => indentOnEnter(event)}
          />
        </div>
      </div>
      <div id={`${id}-below`} className={styles['below']}>
        <Findings text={text} findings={findings} onGo={(at) => goTo(ref.current, at)} />
        {!isInvalid && <div className={styles['status']}>{status}</div>}
      </div>
    </TextField>
  );
}

export function JsonView({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div className={`${styles['frame']} ${styles['readOnly']}`} role="region" aria-label={label} tabIndex={0}>
      <div className={styles['lines']}>
        {text.split('\n').map((line, at) => (
          <Line key={at} text={line} mark={undefined} />
        ))}
      </div>
    </div>
  );
}

/** Displays one line of JSON. Memoized, because 64 KiB of JSON can have thousands of lines. */
const Line = memo(function Line({
  text,
  mark,
}: {
  text: string;
  mark: Finding['level'] | undefined;
}): ReactNode {
  return (
    <div className={styles['line']} data-mark={mark}>
      {tokensOf(text).map(({ kind, text: token }, at) =>
        kind ? (
          <span key={at} className={styles[kind]}>
            {token}
          </span>
        ) : (
          token
        ),
      )}
      {/* An empty line is as high as any other. */}
      {text === '' && '\u200b'}
    </div>
  );
});

interface FindingsProps {
  text: string;
  findings: readonly Finding[];
  onGo: (at: number) => void;
}

/** Lists mistakes in the JSON text. Buttons move the caret to each mistake. */
function Findings({ text, findings, onGo }: FindingsProps): ReactNode {
  const t = useTexts();
  if (findings.length === 0) return null;
  return (
    <ul className={styles['findings']}>
      {findings.map(({ level, text: says, values, at }, index) => (
        <li key={index} data-level={level}>
          <Button className={styles['place'] ?? ''} slot={null} onPress={() => onGo(at)}>
            {t('meta.json.place', lineAndColumn(text, at))}
          </Button>
          {t(says, values)}
        </li>
      ))}
    </ul>
  );
}
