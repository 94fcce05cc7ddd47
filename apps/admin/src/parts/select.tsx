import { type ReactNode, useId } from 'react';
import fields from './fields.module.css';
import { Icon } from './icon';
import styles from './select.module.css';

interface SelectProps<Id extends string> {
  label: ReactNode;
  name?: string;
  options: readonly { id: Id; text: string }[];
  value: Id;
  onChange: (id: Id) => void;
  description?: ReactNode;
  hideLabel?: boolean;
  isDisabled?: boolean;
}

/** A native select element, because phones show a native menu for it. */
export function Select<Id extends string>({
  label,
  name,
  options,
  value,
  onChange,
  description,
  hideLabel = false,
  isDisabled = false,
}: SelectProps<Id>): ReactNode {
  const id = useId();
  return (
    <div className={fields['field']}>
      <label htmlFor={id} className={hideLabel ? styles['visuallyHidden'] : fields['label']}>
        {label}
      </label>
      <span className={styles['wrap']}>
        <select
          id={id}
          name={name}
          value={value}
          disabled={isDisabled}
          aria-describedby={description === undefined ? undefined : `${id}-description`}
          onChange={(event) => onChange(event.target.value as Id)}
          className={`${fields['input']} ${styles['select']}`}
        >
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.text}
            </option>
          ))}
        </select>
        <Icon name="down" size={16} />
      </span>
      {description !== undefined && (
        <span id={`${id}-description`} className={fields['description']}>
          {description}
        </span>
      )}
    </div>
  );
}
