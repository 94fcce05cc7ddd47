import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import styles from './segments.module.css';

interface SegmentsProps<Id extends string> {
  label: string;
  options: readonly { id: Id; text: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function Segments<Id extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentsProps<Id>): ReactNode {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChange(key as Id);
      }}
      className={styles['segments'] ?? ''}
    >
      {options.map(({ id, text }) => (
        <ToggleButton key={id} id={id} className={styles['segment'] ?? ''}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
