import { type ReactNode, type RefObject, useMemo } from 'react';
import { Button } from '../../parts/button';
import { type Texts, useTexts } from '../../texts/texts';
import { type Checked, checkData, type Finding, firstError, hasErrors } from './json/check';
import { compact, pretty } from '../../parts/json/format';
import { JsonEditor } from './json/json-editor';
import { goTo } from './json/typing';

export function useChecked(text: string): Checked {
  return useMemo(() => checkData(text), [text]);
}

/**
 * Validates the JSON text of a meta object before the request. Returns an error message for the first mistake and
 * moves the caret to the mistake.
 */
export function dataMistake(
  checked: Checked,
  area: HTMLTextAreaElement | null,
  t: Texts,
): Record<string, string> {
  const first = firstError(checked);
  if (!first) return {};
  goTo(area, first.at);
  return { data: t(first.text, first.values) };
}

interface DataFieldProps {
  label: string;
  text: string;
  checked: Checked;
  onChange: (text: string) => void;
  refused?: readonly Finding[];
  ref: RefObject<HTMLTextAreaElement | null>;
  /** Disables edits while the form is being submitted, because the edits would be lost. */
  isReadOnly?: boolean;
}

export function DataField({
  label,
  text,
  checked,
  onChange,
  refused = [],
  ref,
  isReadOnly = false,
}: DataFieldProps): ReactNode {
  const t = useTexts();
  const { root, data } = checked;
  const findings = [...checked.findings, ...refused].sort((a, b) => a.at - b.at);
  return (
    <JsonEditor
      ref={ref}
      label={label}
      text={text}
      onChange={onChange}
      findings={findings}
      isReadOnly={isReadOnly}
      actions={
        <Button
          size="small"
          look="quiet"
          isDisabled={!root || pretty(text, root) === text}
          onPress={() => root && onChange(pretty(text, root))}
        >
          {t('meta.json.format')}
        </Button>
      }
      status={
        data &&
        !hasErrors(checked) &&
        t('meta.json.status', {
          count: Object.keys(data).length,
          bytes: new TextEncoder().encode(compact(text, root)).length,
        })
      }
    />
  );
}
