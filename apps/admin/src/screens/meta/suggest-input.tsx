import type { ReactNode } from 'react';
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components';
import fields from '../../parts/fields.module.css';
import { Icon } from '../../parts/icon';
import { useTexts } from '../../texts/texts';
import styles from './suggest-input.module.css';

interface SuggestInputProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  suggestions: readonly string[];
  hideLabel?: boolean;
  placeholder?: string;
  mono?: boolean;
}

export function SuggestInput({
  label,
  name,
  value,
  onChange,
  suggestions,
  hideLabel = false,
  placeholder,
  mono = false,
}: SuggestInputProps): ReactNode {
  const t = useTexts();
  return (
    <ComboBox
      allowsCustomValue
      name={name}
      inputValue={value}
      onInputChange={onChange}
      onChange={(key) => key !== null && onChange(String(key))}
      defaultItems={suggestions.map((id) => ({ id }))}
      menuTrigger="input"
      validationBehavior="aria"
      className={fields['field'] ?? ''}
    >
      <Label className={(hideLabel ? styles['visuallyHidden'] : fields['label']) ?? ''}>{label}</Label>
      <span className={fields['withButton']}>
        <Input
          className={`${fields['input']} ${mono ? fields['mono'] : ''}`}
          {...(placeholder === undefined ? {} : { placeholder })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        {suggestions.length > 0 && (
          <Button className={fields['eye'] ?? ''} aria-label={t('meta.suggestions', { label })}>
            <Icon name="down" size={16} />
          </Button>
        )}
      </span>
      <FieldError className={fields['error'] ?? ''} />
      <Popover className={styles['popover'] ?? ''} offset={4}>
        <ListBox className={styles['list'] ?? ''}>
          {({ id }: { id: string }) => (
            <ListBoxItem id={id} textValue={id} className={styles['item'] ?? ''}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
