import type { ComponentProps, ReactElement, ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps,
} from 'react-aria-components';
import { useAllows } from '../session/membership';
import { useTexts } from '../texts/texts';
import styles from './button.module.css';
import { Icon, type IconName } from './icon';

/** Button style. `destructive` opens a confirmation dialog before a deletion. `danger` confirms the deletion. */
type Look = 'primary' | 'secondary' | 'danger' | 'destructive' | 'quiet';

interface Shared {
  look?: Look;
  size?: 'normal' | 'small';
  icon?: IconName;
  wide?: boolean;
  /** Hides the button from users without this permission. */
  needs?: string;
  children?: ReactNode;
}

export type ButtonProps = Shared &
  Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'isPending'> & {
    isPending?: boolean;
    isUnavailable?: boolean;
  };

const classes = ({ look = 'secondary', size = 'normal', wide, children }: Shared): string =>
  [
    styles['button'],
    styles[look],
    styles[size],
    wide ? styles['wide'] : '',
    children === undefined ? styles['alone'] : '',
  ].join(' ');

/**
 * Sets `data-pending` and `aria-busy` on the rendered element, because React Aria overwrites `data-pending` and
 * removes `aria-busy`.
 */
const busyButton = (props: ComponentProps<'button'>): ReactElement => (
  <button {...props} data-pending aria-busy />
);

/**
 * A button. `isPending` blocks the button during its action and keeps its label, width and focus. React
 * Aria's own pending state would leave an announcement that refers to a removed spinner. `isUnavailable`
 * blocks the button and keeps its focus, which `isDisabled` would lose.
 */
export function Button({
  look,
  size,
  icon,
  wide = false,
  isPending = false,
  isUnavailable = false,
  needs,
  children,
  onPress,
  ...props
}: ButtonProps): ReactNode {
  const t = useTexts();
  const isAllowed = useAllows()(needs);
  if (!isAllowed) return null;
  return (
    <AriaButton
      {...props}
      {...(isPending || isUnavailable ? { 'aria-disabled': true, type: 'button' } : onPress && { onPress })}
      {...(isPending && { render: busyButton })}
      className={`${classes({ look, size, wide, children })} ${isPending && !icon ? styles['shifted'] : ''}`}
    >
      <span className={styles['content']}>
        {isPending && <span className={styles['spinner']} role="img" aria-label={t('action.pending')} />}
        {icon && !isPending && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children}
      </span>
    </AriaButton>
  );
}

export type ButtonLinkProps = Shared & Omit<LinkProps, 'className' | 'style' | 'children'>;

export function ButtonLink({
  look,
  size,
  icon,
  wide = false,
  children,
  ...props
}: ButtonLinkProps): ReactNode {
  return (
    <AriaLink {...props} className={classes({ look, size, wide, children })}>
      <span className={styles['content']}>
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children}
      </span>
    </AriaLink>
  );
}
