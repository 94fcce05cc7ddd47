import type { ReactNode } from 'react';
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

type Look = 'primary' | 'secondary' | 'danger' | 'quiet';

interface Shared {
  look?: Look;
  size?: 'normal' | 'small';
  icon?: IconName;
  /** As wide as what it stands in. */
  wide?: boolean;
  /** The right that it takes: who lacks it does not see it. */
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
 * `isPending`: what it started is under way; it keeps its width and its focus, and can't be pressed again. (React Aria's own way of it leaves an
 * announcement behind that points at a spinner which is gone.) `isUnavailable`: it can't be pressed either, and keeps the focus, where `isDisabled` would lose it: for a
 * button that is given the focus back when there is nothing left to do.
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
      data-pending={isPending || undefined}
      className={classes({ look, size, wide, children })}
    >
      <span className={styles['content']}>
        {icon && <Icon name={icon} size={size === 'small' ? 16 : 18} />}
        {children}
      </span>
      {isPending && <span className={styles['spinner']} role="img" aria-label={t('action.pending')} />}
    </AriaButton>
  );
}

export type ButtonLinkProps = Shared & Omit<LinkProps, 'className' | 'style' | 'children'>;

/** Looks like a button and leads to another page. */
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
