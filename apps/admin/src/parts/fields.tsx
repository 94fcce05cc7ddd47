import { type ReactNode, useState } from 'react';
import {
  Button as AriaButton,
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
  FieldError,
  Input,
  type InputProps,
  Label,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
  type RadioProps as AriaRadioProps,
  Text as AriaText,
  TextArea as AriaTextArea,
  TextField,
  type TextFieldProps,
} from 'react-aria-components';
import { useTexts } from '../texts/texts';
import styles from './fields.module.css';
import { Icon } from './icon';

interface Described {
  label: ReactNode;
  description?: ReactNode;
  /** Warning below the field about a valid value that is probably wrong. */
  warning?: string | null | undefined;
}

type TextInputProps = Described &
  Omit<TextFieldProps, 'className' | 'style' | 'children'> &
  Pick<InputProps, 'placeholder' | 'inputMode' | 'min' | 'max' | 'list'> & {
    mono?: boolean;
  };

/**
 * A one-line text field with label, description and error. `name` must equal the API attribute, so that the form can
 * show API errors at the field.
 */
export function TextInput({
  label,
  description,
  warning,
  placeholder,
  inputMode,
  min,
  max,
  list,
  mono,
  ...props
}: TextInputProps): ReactNode {
  return (
    <TextField validationBehavior="aria" {...props} className={styles['field'] ?? ''}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <Input
        dir="auto"
        className={`${styles['input']} ${mono ? styles['mono'] : ''}`}
        {...{ placeholder, inputMode, min, max, list }}
      />
      <Below description={description} warning={warning} />
    </TextField>
  );
}

/** A multi-line text field. Without `rows`, its height grows with the text. */
export function TextAreaInput({
  label,
  description,
  warning,
  rows,
  mono,
  placeholder,
  ...props
}: TextInputProps & { rows?: number }): ReactNode {
  return (
    <TextField validationBehavior="aria" {...props} className={styles['field'] ?? ''}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <AriaTextArea
        dir="auto"
        rows={rows ?? 4}
        placeholder={placeholder}
        spellCheck={!mono}
        className={`${styles['input']} ${styles['area']} ${rows ? '' : styles['grows']} ${mono ? styles['mono'] : ''}`}
      />
      <Below description={description} warning={warning} />
    </TextField>
  );
}

/** A password field with a button that reveals the password. Password managers and pasting work in the field. */
export function PasswordInput({ label, description, ...props }: TextInputProps): ReactNode {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      validationBehavior="aria"
      {...props}
      type={shown ? 'text' : 'password'}
      className={styles['field'] ?? ''}
    >
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <span className={styles['withButton']}>
        <Input className={styles['input'] ?? ''} autoCapitalize="off" autoCorrect="off" spellCheck={false} />
        <AriaButton
          className={styles['eye'] ?? ''}
          aria-label={t(shown ? 'signIn.hidePassword' : 'signIn.showPassword')}
          aria-pressed={shown}
          onPress={() => setShown(!shown)}
          // Without this slot, React Aria's TextField would control the button.
          slot={null}
        >
          <Icon name="eye" />
        </AriaButton>
      </span>
      <Below description={description} />
    </TextField>
  );
}

type CheckboxProps = { children: ReactNode; description?: ReactNode } & Omit<
  AriaCheckboxProps,
  'className' | 'style' | 'children'
>;

export function Checkbox({ children, description, ...props }: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox {...props} className={styles['choice'] ?? ''}>
      <span className={styles['box']}>
        <Icon name={props.isIndeterminate ? 'minus' : 'check'} size={14} />
      </span>
      <Choice title={children} description={description} />
    </AriaCheckbox>
  );
}

/** A checkbox without visible text. `label` is the accessible name and the tooltip. */
export function Tick({ label, ...props }: { label: string } & Omit<CheckboxProps, 'children'>): ReactNode {
  return (
    <AriaCheckbox {...props} aria-label={label} className={styles['choice'] ?? ''}>
      <span className={styles['box']} title={label}>
        <Icon name={props.isIndeterminate ? 'minus' : 'check'} size={14} />
      </span>
    </AriaCheckbox>
  );
}

type RadioGroupProps = Described & { children: ReactNode } & Omit<
    AriaRadioGroupProps,
    'className' | 'style' | 'children'
  >;

export function RadioGroup({ label, description, children, ...props }: RadioGroupProps): ReactNode {
  return (
    <AriaRadioGroup validationBehavior="aria" {...props} className={styles['field'] ?? ''}>
      <Label className={styles['label'] ?? ''}>{label}</Label>
      <div className={styles['choices']}>{children}</div>
      <Below description={description} />
    </AriaRadioGroup>
  );
}

type RadioProps = { children: ReactNode; description?: ReactNode } & Omit<
  AriaRadioProps,
  'className' | 'style' | 'children'
>;

export function Radio({ children, description, ...props }: RadioProps): ReactNode {
  return (
    <AriaRadio {...props} className={styles['choice'] ?? ''}>
      <span className={`${styles['box']} ${styles['round']}`} />
      <Choice title={children} description={description} />
    </AriaRadio>
  );
}

function Choice({ title, description }: { title: ReactNode; description: ReactNode }): ReactNode {
  return (
    <span className={styles['text']}>
      <span>{title}</span>
      {description !== undefined && <span className={styles['soft']}>{description}</span>}
    </span>
  );
}

function Below({ description, warning }: Pick<Described, 'description' | 'warning'>): ReactNode {
  return (
    <>
      {description !== undefined && (
        <AriaText slot="description" className={styles['description'] ?? ''}>
          {description}
        </AriaText>
      )}
      {warning !== undefined && (
        <span role="status" className={styles['warning']}>
          {warning !== null && (
            <>
              <Icon name="warning" size={16} />
              <span>{warning}</span>
            </>
          )}
        </span>
      )}
      <FieldError className={styles['error'] ?? ''} />
    </>
  );
}
